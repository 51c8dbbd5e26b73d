import { readFileSync } from 'node:fs'
import { type Plugin, parseSync } from 'vite'
import { extractStyles, sharedPath, themeValues } from './extract-styles.ts'
import { needlessStyles, styleModules } from './style-modules.ts'

const library = /\/node_modules\/antd\/es\/(.+\.js)$/
const stylesheet = '?extracted.css'

/** The class that carries Ant's variables, as the theme says. */
const classOfVariables = 'turnpike'

/**
 * Ant Design makes its styles in the browser. The build makes them once and leaves out the code that does: a quarter of Ant's scripts, and
 * most of the time that a page needs to draw. Each part brings its stylesheet.
 */
export function staticAntdStyles(): Plugin {
  let styles = new Map<string, string>()
  const unknownStyles = new Set<string>()
  return {
    name: 'static-antd-styles',
    enforce: 'pre',
    apply: 'build', // the development server lets Ant do it, so that a change of the theme is seen at once
    buildStart() {
      styles = extractStyles()
    },
    resolveId: {
      filter: { id: [/\?extracted\.css$/, /^@ant-design\/cssinjs$/] },
      handler(id, importer) {
        if (id.endsWith(stylesheet)) return id
        return /\/(antd\/es\/config-provider\/index\.js|web\/src\/theme\/antd-provider\.tsx)$/.test(importer ?? '')
          ? noStyles
          : undefined
      },
    },
    load: {
      filter: {
        id: [/\/node_modules\/antd\/es\/.*\/style(\/|\.js$)/, /\/node_modules\/antd\/es\/theme\//, /no-antd-styles$/],
      },
      handler(id) {
        if (id === noStyles) return noStylesCode
        if (id.endsWith(stylesheet)) return styles.get(pathOf(id))
        const path = library.exec(id)?.[1] ?? ''
        if (path.startsWith('theme/')) return replaced[path]?.(id)
        if (!(path in styleModules) && !needlessStyles.has(path)) unknownStyles.add(id)
        return styleModuleCode(id, path)
      },
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const drawn = (id: string) => chunks.some(({ modules }) => (modules[id]?.renderedLength ?? 0) > 0)
      const missed = [...unknownStyles].find(drawn)
      if (missed) this.error(`${missed} has no extracted styles: name it in style-modules.ts`)
    },
  }
}

const pathOf = (id: string) => (id.includes('/antd/es/theme/') ? sharedPath : (/antd\/es\/(.+)\?/.exec(id)?.[1] ?? ''))

const hook = `const use = () => ['', '${classOfVariables}']`

/** The hooks and components that parts of Ant Design import. What else a module exports serves other styles alone. */
function styleModuleCode(id: string, path: string): string {
  const { exports = [] } = styleModules[path] ?? {}
  const standInOf = (name: string) =>
    exports.find((each) => each.name === name)?.kind === 'component' ? 'nothing' : 'use'
  const exported = exportedNames(id).map((name) => `${standInOf(name)} as ${name}`)
  const stylesheetImport = exports.length > 0 ? `import '${id}${stylesheet}'` : ''
  return `${stylesheetImport}\n${hook}\nconst nothing = () => null\nexport { ${exported.join(', ')} }`
}

const exportedNames = (file: string) =>
  parseSync(file, readFileSync(file, 'utf8')).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName: { kind, name } }) => (kind === 'Default' ? 'default' : (name ?? []))),
  )

/** What Ant's provider asks of its styles: that nothing is to be made, icons included. */
const noStyles = '\0no-antd-styles'
const noStylesCode = `import { createContext } from 'react'
  export const StyleContext = createContext({ layer: true })
  export const StyleProvider = ({ children }) => children
  export const createTheme = () => ({})`

/** What Ant's parts read of the theme when no style is made. */
const replaced: Record<string, (id: string) => string> = {
  'theme/useToken.js': (id) => `import '${id}${stylesheet}'
    const still = matchMedia('(prefers-reduced-motion: reduce)')
    const token = { ...${JSON.stringify(themeValues())}, get motion() { return !still.matches } }
    const result = [{}, token, '', {}, { prefix: 'ant', key: '${classOfVariables}' }, true]
    export default () => result`,
  'theme/context.js': () => `import { createContext } from 'react'
    export const defaultTheme = {}
    export const defaultConfig = { token: {} }
    export const DesignTokenContext = createContext(defaultConfig)`,
  'theme/themes/seed.js': () => 'export const defaultPresetColors = {}; export default {}',
  'theme/util/useResetIconStyle.js': () => 'export default () => {}',
  'theme/util/genStyleUtils.js': () => `const none = () => { throw new Error('styles are not made in the browser') }
    export { none as genStyleHooks, none as genComponentStyleHook, none as genSubStyleComponent }
    export const genCssVar = (prefix, component) => {
      const name = (key) => '--' + prefix + '-' + component + '-' + key
      return [name, (key) => 'var(' + name(key) + ')']
    }`,
}
