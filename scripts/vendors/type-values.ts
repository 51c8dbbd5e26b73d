import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from './compile.ts'

// The mapped type makes TypeScript list the keys; it would print `keyof T` as it is.
const helpers = `type KeysOf<T> = T extends unknown ? { [K in keyof T & string]-?: K }[keyof T & string] : never
type Texts<T> = T extends string ? (string extends T ? never : T) : never
type ModelId<P> = P extends (id: infer I, ...rest: never[]) => unknown ? I : never
`

/** `keyof` a union of types is what they share; here it is every key that one of them has. */
const spelled = (expression: string): string => expression.replace(/^keyof (.+)$/, 'KeysOf<$1>')

/**
 * The string values of each type expression, or the text of the error that it causes. TypeScript itself reads the
 * declarations: a text that is no value of the type is an error that lists the values.
 */
export function valuesOfTypes(folder: string, expressions: readonly string[]): (string[] | { error: string })[] {
  const at = join(folder, 'types')
  mkdirSync(at, { recursive: true })
  const lines = expressions.map(
    (expression, index) => `const q${index}: \`\${Texts<${spelled(expression)}>}\` | '?' = '!'`,
  )
  const firstLine = helpers.split('\n').length
  const printed = compile(at, helpers + lines.join('\n'), { noErrorTruncation: true })
  return expressions.map((_, index) => {
    const line = printed.split('\n').find((each) => each.includes(`program.ts(${firstLine + index},`))
    const values = line && /is not assignable to type '(.*)'\.$/.exec(line)?.[1]
    const texts = [...(values ?? '').matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text ?? '')
    const own = texts.filter((text) => text !== '?')
    if (own.length === 0) return { error: line ?? printed.slice(0, 500) }
    return own
  })
}
