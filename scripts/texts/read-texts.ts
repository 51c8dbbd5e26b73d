import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** A text of the code in both languages. A text that is a function has several parts: what it may put together. */
export type CodeText = { file: string; line: number; en: string[]; zh: string[] }

/** A text in one language. */
export type Message = { file: string; text: string }

const root = join(import.meta.dirname, '..', '..')
const hasHan = (text: string) => /\p{Script=Han}/u.test(text)

type Node = { type: string; start: number } & Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** The texts below a node. What a template puts between its words is `{1}`, `{2}` …; words in there are texts of their own. */
function wordsIn(node: Node): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' && /\p{L}/u.test(node.value) ? [node.value] : []
  const within = childrenOf(node).flatMap(wordsIn)
  if (node.type !== 'TemplateLiteral') return within
  const quasis = node.quasis as { value: { cooked: string } }[]
  const template = quasis.map(({ value }, index) => (index === 0 ? '' : `{${index}}`) + value.cooked).join('')
  return [...(/\p{L}/u.test(template.replace(/\{\d+\}/g, '')) ? [template] : []), ...within]
}

const named = (node: Node, name: string) =>
  (node.properties as Node[]).find(({ key }) => isNode(key) && (key.name ?? key.value) === name)?.value

/** The two sides of a text: `['Tokens', '令牌']`, `{ en: …, zh: … }`, or the calls with which the contract lists its messages. */
function sidesOf(node: Node, inDictionary: boolean): { en: Node; zh: Node } | undefined {
  const sides = (en: unknown, zh: unknown) => (isNode(en) && isNode(zh) ? { en, zh } : undefined)
  if (node.type === 'ArrayExpression') {
    const [en, zh, ...more] = node.elements as unknown[]
    const pair = more.length === 0 ? sides(en, zh) : undefined
    if (!pair) return
    const isTranslated = wordsIn(pair.zh).some(hasHan) && wordsIn(pair.en).length > 0 && !wordsIn(pair.en).some(hasHan)
    return isTranslated || (inDictionary && wordsIn(pair.en).length > 0) ? pair : undefined
  }
  if (node.type === 'ObjectExpression') return sides(named(node, 'en'), named(node, 'zh'))
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return
  const [first, second, third] = node.arguments as unknown[]
  if (node.callee.name === 'refusal') return sides(second, third)
  if (node.callee.name !== 'text' || !isNode(first)) return
  return wordsIn(first).some(hasHan) ? sides(second, first) : undefined
}

/** The texts of a file. */
export function textsOf(file: string, code: string): CodeText[] {
  const { program } = parseSync(file, code)
  const lineOf = (offset: number) => code.slice(0, offset).split('\n').length
  const look = (node: Node, inDictionary: boolean): CodeText[] => {
    const sides = sidesOf(node, inDictionary)
    if (sides) return [{ file, line: lineOf(node.start), en: wordsIn(sides.en), zh: wordsIn(sides.zh) }]
    const isDictionary = node.type === 'CallExpression' && isNode(node.callee) && node.callee.name === 'dictionary'
    return childrenOf(node).flatMap((child) => look(child, inDictionary || isDictionary))
  }
  return look(program as unknown as Node, /common\.text\.ts$/.test(file))
}

/** The files of these folders but tests, in order, with what `read` finds in each. */
const readFiles = <T>(folders: readonly string[], read: (file: string, code: string) => T[]): T[] =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort()
    .flatMap((file) => read(file, readFileSync(join(root, file), 'utf8')))

/** Every text of these folders that users read, in the order of the files. */
export const readTexts = (folders: readonly string[]): CodeText[] =>
  readFiles(folders, textsOf).filter(({ en }) => en.length > 0)

/** Every string of several words in these folders. Reasons of failures and log events have one language. */
export const readMessages = (folders: readonly string[]): Message[] =>
  readFiles(folders, (file, code) =>
    wordsIn(parseSync(file, code).program as unknown as Node)
      .filter((text) => /\s/.test(text) || hasHan(text))
      .map((text) => ({ file, text })),
  )
