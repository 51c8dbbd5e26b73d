import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { readTexts } from '../../../scripts/texts/read-texts.ts'

const web = join(import.meta.dirname, '..', '..')

const accents: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
}

/** A text between brackets, with accents and 40 % longer; its parameters stay. */
export function pseudo(text: string): string {
  const accented = text.replace(/\{[^}]*\}|[aeiouAEIOU]/g, (found) => accents[found] ?? found)
  const length = Math.ceil(text.replace(/\{[^}]*\}/g, '').length * 0.4)
  return `⟦${accented}${' lónger'.repeat(Math.ceil(length / 7)).slice(0, length)}⟧`
}

/** Every English text of the code in the generated language. */
function pseudoTexts(): Record<string, string> {
  const texts = readTexts(['web/src', 'contract/src', 'server/src']).flatMap(({ en }) => en)
  return Object.fromEntries(texts.map((text) => [text, pseudo(text)]))
}

/** What a translator adds: a row in the table of languages, and a table of texts. */
function pseudoLanguage(): Plugin {
  const row = `languages.xx = { name: 'Pseudo', tag: 'en', base: 'en', texts: () => import('virtual:pseudo-texts') }`
  return {
    name: 'pseudo-language',
    transform: (code, id) => (id.endsWith('/src/languages/languages.ts') ? `${code}\n${row}` : undefined),
    resolveId: (id) => (id === 'virtual:pseudo-texts' ? '\0pseudo-texts' : undefined),
    load: (id) => (id === '\0pseudo-texts' ? `export default ${JSON.stringify(pseudoTexts())}` : undefined),
  }
}

/** Builds the console with one language more, into a folder. */
export const buildInPseudoLanguage = (folder: string) =>
  build({
    configFile: join(web, 'vite.config.ts'),
    logLevel: 'error',
    plugins: [pseudoLanguage()],
    build: { outDir: folder, emptyOutDir: true },
  })
