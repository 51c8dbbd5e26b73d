// Loaded before the tests of components: Node reads neither JSX nor style sheets, and some modules read the browser's globals.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/utils'
import { fakeBrowser } from '../browser/fake-browser.ts'

registerHooks({
  load(url, context, nextLoad) {
    // Components read class names from a style sheet: each is its own.
    if (url.endsWith('.module.css'))
      return {
        format: 'module',
        source: 'export default new Proxy({}, { get: (_, name) => name })',
        shortCircuit: true,
      }
    if (!url.endsWith('.tsx')) return nextLoad(url, context)
    const path = fileURLToPath(url)
    const { code, errors } = transformSync(path, readFileSync(path, 'utf8'), { jsx: { runtime: 'automatic' } })
    if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join()}`)
    return { format: 'module', source: code, shortCircuit: true }
  },
})

fakeBrowser()
