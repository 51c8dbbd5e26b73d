import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile } from './compile.ts'
import { scratchFolder } from './scratch.ts'

const root = join(import.meta.dirname, '..', '..')

/** A request body, and where it is from. */
export type Body = { from: string; body: unknown }

/** Where a package is installed: among the project's dependencies, or where `npm run vendors` put it. */
export const modulesWith = (name: string): string | undefined =>
  [join(root, 'node_modules'), join(scratchFolder, 'node_modules')].find((folder) => existsSync(join(folder, name)))

// `AnyCase`: an SDK's enumerations take the texts that a request holds, also in small letters, as in the requests of
// https://github.com/simonw/llm-gemini tests/cassettes that Google accepted. `Loose`: every field is optional, for SDKs
// whose types require fields that their servers fill in. `Wire`: bytes of an SDK are texts of base64 in JSON;
// types that may be null are JSON already.
const helpers = `type AnyCase<T> = T extends string ? \`\${T}\` | Lowercase<T> : T extends object ? { [K in keyof T]: AnyCase<T[K]> } : T
type Loose<T> = T extends string ? \`\${T}\` : T extends object ? { [K in keyof T]?: Loose<T[K]> } : T
type Wire<T> = null extends T ? T : T extends Uint8Array ? string : T extends object ? { [K in keyof T]: Wire<T[K]> } : T
`

/** The errors of TypeScript for bodies that are not of the type, fields that it does not have included. */
export function errorsOfBodies(modules: string, type: string, bodies: readonly Body[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-requests-'))
  try {
    symlinkSync(modules, join(folder, 'node_modules'), 'junction')
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    const lines = bodies.map(({ body }) => `;(${JSON.stringify(body)}) satisfies Request`)
    const head = `${helpers}type Request = ${type.replaceAll(/\s+/g, ' ')}\n`
    const firstLine = head.split('\n').length
    const printed = compile(folder, `${head}${lines.join('\n')}\n`, { preserveSymlinks: true })
    return printed.split('\n').flatMap((line) => {
      const match = /program\.ts\((\d+),\d+\): (.*)/.exec(line)
      if (!match) return line.startsWith('error') || / error /.test(line) ? [line] : []
      const [, number, message = ''] = match
      return [`${bodies[Number(number) - firstLine]?.from ?? 'the type'}: ${message}`]
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
