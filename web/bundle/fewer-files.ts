import { basename } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/**
 * The bundler gives every module that is imported later a file under its name. Where a group holds the module, that file only passes on
 * what the file of the group exports. The bundler's own functions are a file, too. Each of these would cost every page a request.
 */
export function fewerFiles(): Plugin {
  return {
    name: 'fewer-files',
    apply: 'build',
    generateBundle: {
      order: 'post', // Vite has listed by then which files an import fetches
      handler(_, bundle) {
        const files = Object.values(bundle).filter((output) => output.type === 'chunk')
        const runtime = files.find(({ name }) => name === 'rolldown-runtime')
        const base = files.find(({ name }) => name === 'base')
        if (!runtime || !base || base.imports.some((file) => file !== runtime.fileName))
          return this.error('the runtime of the bundler has no place in the first file')
        for (const file of files) file.code = withRuntimeFrom(base.fileName, runtime, file)
        replace(bundle, runtime, base)
        for (const file of files) {
          const passed = passedOn(file.code)
          const target = files.find(({ fileName }) => passed && basename(fileName) === passed.from)
          if (!passed || !target || files.some(({ imports }) => imports.includes(file.fileName))) continue
          for (const other of files) other.code = withImportsFrom(other.code, basename(file.fileName), passed)
          replace(bundle, file, target)
        }
      },
    },
  }
}

type PassedOn = {
  /** The file that has them. */
  from: string
  /** Pairs of a name under which the file exports something and the name that is asked for. */
  names: [string, string][]
}

/** What a file passes on that does nothing else. */
export function passedOn(code: string): PassedOn | undefined {
  const [, list, from] = /^(?:export\s*\{([^}]*)\}\s*from|import)\s*"\.\/([^"]+)";?\s*$/.exec(code) ?? []
  return from === undefined ? undefined : { from, names: pairs(list) }
}

/** `t as UsersPage, n` are pairs of names. */
const pairs = (list = ''): [string, string][] =>
  list
    .split(',')
    .map((part) => part.trim().split(/\s+as\s+/))
    .filter(([name]) => name)
    .map(([name = '', as = name]) => [name, as])

/** The same code, which imports later from the file itself what another one passes on. */
export function withImportsFrom(code: string, file: string, { from, names }: PassedOn): string {
  const members = names.map(([name, as]) => `${as}:e.${name}`).join()
  return code
    .replace(importLater(file), () => `import(\`./${from}\`).then(e=>({${members}}))`)
    .replaceAll(listed(`assets/${file}`), listed(`assets/${from}`))
}
/** As Vite lists the files that an import fetches. */
const listed = (file: string) => `"${file}"`
const importLater = (file: string) => new RegExp(`import\\(([\`"'])\\./${RegExp.escape(file)}\\1\\)`, 'g')

const runtimeName = (name: string) => `runtime_${name}`

/** The same code, which has the runtime in the first file. */
function withRuntimeFrom(base: string, runtime: Rolldown.OutputChunk, file: Rolldown.OutputChunk): string {
  const statement = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*"\\./${RegExp.escape(basename(runtime.fileName))}";`)
  const isBase = file.fileName === base
  const code = file.code
    .replace(statement, (_, list: string) => {
      const names = pairs(list).map(([name, as]) => [runtimeName(name), as])
      if (isBase) return `var ${names.map(([name, as]) => `${as}=${name}`).join()};`
      return `import{${names.map(([name, as]) => `${name} as ${as}`).join()}}from"./${basename(base)}";`
    })
    .replaceAll(listed(runtime.fileName), listed(base))
  return isBase ? withRuntime(code, runtime.code) : code
}

/** The code of the first file behind that of the runtime, which keeps its names to itself. */
export function withRuntime(code: string, runtime: string): string {
  const [statement = '', list] = /export\s*\{([^}]*)\};?\s*$/.exec(runtime) ?? []
  const names = pairs(list).map(([name, as]) => ({ name, as: runtimeName(as) }))
  const own = `${runtime.slice(0, -statement.length)}return[${names.map(({ name }) => name).join()}]`
  const exported = names.map(({ as }) => as).join()
  return `var[${exported}]=(()=>{${own}})();${code}\nexport{${exported}};`
}

/** Takes a file out of the bundle; what named it names the other one. */
function replace(bundle: Rolldown.OutputBundle, file: Rolldown.OutputChunk, target: Rolldown.OutputChunk): void {
  delete bundle[file.fileName]
  for (const other of Object.values(bundle)) {
    if (other.type === 'asset') {
      if (other.fileName.endsWith('.html')) other.source = htmlWithout(String(other.source), file, target)
      continue
    }
    const names = (list: string[]) =>
      [...new Set(list.map((name) => (name === file.fileName ? target.fileName : name)))].filter(
        (name) => name !== other.fileName,
      )
    other.imports = names(other.imports)
    other.dynamicImports = names(other.dynamicImports)
  }
}

/** Each file is named once: a script is not preloaded as well. */
function htmlWithout(html: string, file: Rolldown.OutputChunk, target: Rolldown.OutputChunk): string {
  const tagsOf = ({ fileName }: Rolldown.OutputChunk) => ({
    preload: new RegExp(`\\s*<link rel="modulepreload"[^>]*href="/${RegExp.escape(fileName)}">`),
    script: new RegExp(`\\s*<script[^>]*src="/${RegExp.escape(fileName)}"></script>`),
  })
  const [old, kept] = [tagsOf(file), tagsOf(target)]
  const shown = html.replace(old.preload, '')
  if (kept.script.test(shown)) return shown.replace(old.script, '')
  if (!old.script.test(shown)) return shown
  return shown.replace(kept.preload, '').replace(`src="/${file.fileName}"`, `src="/${target.fileName}"`)
}
