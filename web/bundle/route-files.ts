import { basename, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { type RouteRow, routeRows } from './route-rows.ts'

const app = join(import.meta.dirname, '..', 'src', 'app')
const entry = join(app, 'main.tsx')
const consoleFrame = join(app, 'layout', 'console-frame.tsx')

/**
 * Writes `.route-files.json` beside the built app: the files that each route needs beyond those that index.html names itself. The server
 * names them in the page that it sends, so that a browser fetches them at once and not only when the scripts before them have run.
 */
export function routeFiles(): Plugin {
  return {
    name: 'route-files',
    generateBundle: {
      order: 'post', // the styles have their names by then
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const rows = routeRows().map((row) => ({ path: row.path, files: filesOf(row, chunks) }))
        this.emitFile({ type: 'asset', fileName: '.route-files.json', source: JSON.stringify(rows) })
      },
    },
  }
}

function filesOf({ page, frame }: RouteRow, chunks: Rolldown.OutputChunk[]): string[] {
  const chunkWith = (module: string) => {
    const holder =
      chunks.find(({ facadeModuleId }) => facadeModuleId === module) ??
      chunks.find(({ moduleIds }) => moduleIds.includes(module))
    if (!holder) throw new Error(`no file of the build holds ${basename(module)}`)
    return holder
  }
  const known = new Set(withImports(chunkWith(entry), chunks))
  const roots = frame === 'console' ? [chunkWith(consoleFrame), chunkWith(page)] : [chunkWith(page)]
  const needed = new Set(roots.flatMap((root) => withImports(root, chunks)).filter((chunk) => !known.has(chunk)))
  return [...new Set([...needed].flatMap((chunk) => [chunk.fileName, ...stylesOf(chunk)]))].map((file) => `/${file}`)
}

/** A file and all that it imports, those first that others need. */
function withImports(root: Rolldown.OutputChunk, chunks: Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk)) return
    for (const file of chunk.imports) add(chunks.find(({ fileName }) => fileName === file))
    found.add(chunk)
  }
  add(root)
  return [...found]
}

const stylesOf = (chunk: Rolldown.OutputChunk) => [...(chunk.viteMetadata?.importedCss ?? [])]
