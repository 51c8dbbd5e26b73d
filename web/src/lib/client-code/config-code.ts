import { powershellQuoted, quoted, shellQuoted } from './literals.ts'

type Variables = Record<string, string>
const lines = (variables: Variables, write: (name: string, value: string) => string): string[] =>
  Object.entries(variables).map(([name, value]) => write(name, value))

/** Variables for one terminal, followed by the program that reads them. */
export const terminalCode = {
  shell: (variables: Variables, program: string) =>
    [...lines(variables, (name, value) => `export ${name}=${shellQuoted(value)}`), program].join('\n'),
  powershell: (variables: Variables, program: string) =>
    [...lines(variables, (name, value) => `$env:${name} = ${powershellQuoted(value)}`), program].join('\n'),
}

/** A `.env` file. */
export const envFile = (variables: Variables): string =>
  lines(variables, (name, value) => `${name}=${quoted(value)}`).join('\n')

/** A TOML file: the members of its root, then its tables. */
export const tomlFile = (root: Variables, tables: Record<string, Variables>): string => {
  const members = (variables: Variables) => lines(variables, (name, value) => `${name} = ${quoted(value)}`)
  return [
    ...members(root),
    ...Object.entries(tables).flatMap(([name, table]) => ['', `[${name}]`, ...members(table)]),
  ].join('\n')
}
