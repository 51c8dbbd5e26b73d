import { basename } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { staticAntdStyles } from './bundle/antd-styles/static-antd-styles.ts'
import { compressedFiles } from './bundle/compressed-files.ts'
import { contractWithoutServersParts } from './bundle/contract-in-browser.ts'
import { fewerFiles } from './bundle/fewer-files.ts'
import { fileGroups } from './bundle/file-groups.ts'
import { refuseCircularFiles } from './bundle/refuse-circular-files.ts'
import { routeFiles } from './bundle/route-files.ts'
import { withoutUnusedParts } from './bundle/unused-parts.ts'
import { guideFiles } from './guide/guide-plugin.ts'
import { rolesCss } from './src/theme/roles-css.ts'

// In development the console runs on Vite's port and everything that is not the app goes to the server.
const server = `http://localhost:${process.env.PORT ?? 3000}`
const served = ['/api', '/v1', '/v1beta', '/pg', '/mj', '/suno', '/dashboard', '/healthz', '/readyz', '/metrics']

/**
 * The first paint is already in the right colours and language: `virtual:roles.css` is the table of colours as a
 * stylesheet, and the browser waits for the entry module, which decides between light and dark, before it draws.
 */
function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    resolveId: (id) => (id === 'virtual:roles.css' ? '\0roles.css' : undefined),
    load: (id) => (id === '\0roles.css' ? rolesCss() : undefined),
    transformIndexHtml: {
      order: 'post', // Vite writes the tag anew and drops what it does not know
      handler: (html) => html.replaceAll('<script type="module"', '<script type="module" blocking="render"'),
    },
  }
}

// A shared file would otherwise carry the names of all who share it.
const fileName = (name: string) => `assets/${name.split('~')[0]?.replace(/\.\w+$/, '')}-[hash]`

/** Contract files whose schemas the browser really runs; the pages that import them carry zod. */
const parsedInBrowser = new Set<string>([])

/**
 * The browser reads paths and methods from the contract and leaves checking to the server, so zod, 26 kB that also
 * probe for `eval` against our content policy, stays out of the bundle: schemas become stand-ins that refuse to parse.
 */
function contractWithoutSchemas(): Plugin {
  const standIn = `${import.meta.dirname}/src/lib/api/schema-stand-in.ts`
  return {
    name: 'contract-without-schemas',
    enforce: 'pre',
    resolveId: (id, importer) =>
      id === 'zod' && importer?.includes('/contract/src/') && !parsedInBrowser.has(basename(importer, '.ts'))
        ? standIn
        : undefined,
  }
}

const groups = fileGroups()

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    firstPaint(),
    contractWithoutSchemas(),
    contractWithoutServersParts(),
    withoutUnusedParts(),
    staticAntdStyles(),
    guideFiles(),
    groups.plugin,
    refuseCircularFiles(),
    fewerFiles(),
    routeFiles(),
    compressedFiles(),
    react(),
  ],
  worker: { format: 'es' }, // its parts are fetched when they are needed
  server: { proxy: Object.fromEntries(served.map((path) => [path, { target: server, ws: true }])) },
  build: {
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false }, // for browsers before 2023, which fetch the same files a little later
    assetsInlineLimit: 0, // every file keeps its own address, so the content policy needs no exceptions
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700, // the first load is measured, gzipped and in all, by the benchmark
    rolldownOptions: {
      // Ant's building blocks do not say that importing them has no effect of its own; they have none.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@rc-component\//, sideEffects: false }] },
      output: {
        chunkFileNames: ({ name }) => `${fileName(name)}.js`,
        assetFileNames: ({ names }) => `${fileName(names[0] ?? 'file')}[extname]`,
        codeSplitting: { groups: groups.groups },
      },
    },
  },
})
