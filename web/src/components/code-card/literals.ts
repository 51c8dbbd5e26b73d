type Words = { true: string; false: string; null: string; indent: string; key(name: string): string }

const python: Words = {
  true: 'True',
  false: 'False',
  null: 'None',
  indent: '    ',
  key: (name) => JSON.stringify(name),
}
const script: Words = {
  true: 'true',
  false: 'false',
  null: 'null',
  indent: '  ',
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
}

/** Short values stay on one line. */
const lineMax = 72

function print(value: unknown, words: Words, indent: string): string {
  if (value === null || value === undefined) return words.null
  if (typeof value === 'boolean') return words[`${value}`]
  if (typeof value !== 'object') return JSON.stringify(value) // JSON's texts are valid in both languages
  const deeper = indent + words.indent
  const members = Array.isArray(value)
    ? value.map((member) => print(member, words, deeper))
    : Object.entries(value).map(([name, member]) => `${words.key(name)}: ${print(member, words, deeper)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (members.length === 0) return open + close
  const space = words === script && open === '{' ? ' ' : ''
  const line = `${open}${space}${members.join(', ')}${space}${close}`
  if (line.length <= lineMax && !line.includes('\n')) return line
  return `${open}\n${members.map((member) => deeper + member).join(',\n')},\n${indent}${close}`
}

/** A JSON value as Python writes it. */
export const pythonLiteral = (value: unknown, indent = ''): string => print(value, python, indent)

/** A JSON value as JavaScript writes it. */
export const scriptLiteral = (value: unknown, indent = ''): string => print(value, script, indent)

/** The members of an object as the named arguments of a Python call. */
export const pythonArguments = (body: Record<string, unknown>, indent = '    '): string =>
  Object.entries(body)
    .map(([name, value]) => `${indent}${name}=${print(value, python, indent)},`)
    .join('\n')
