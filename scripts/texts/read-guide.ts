import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeText } from './read-texts.ts'

const root = join(import.meta.dirname, '..', '..')

/** The words of a page, line by line: code is `…`, of a link its words are left, and a cell of a table is a text. */
export function linesOf(page: string): string[][] {
  const withoutBlocks = page.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
  return withoutBlocks.split('\n').map((line) => {
    const plain = line
      .replace(/`[^`]*`/g, '`…`')
      .replace(/\]\([^)]*\)/g, ']')
      .replace(/<[^>]*>/g, '')
    return (plain.startsWith('|') ? plain.split('|') : [plain]).map((text) => text.trim()).filter(Boolean)
  })
}

/** Every line of the guide, each in its own language. */
export const readGuide = (): CodeText[] =>
  globSync('docs/guide/{en,zh}/*.md', { cwd: root })
    .sort()
    .flatMap((file) =>
      linesOf(readFileSync(join(root, file), 'utf8')).map((texts, index) => ({
        file,
        line: index + 1,
        en: file.includes('/en/') ? texts : [],
        zh: file.includes('/zh/') ? texts : [],
      })),
    )
