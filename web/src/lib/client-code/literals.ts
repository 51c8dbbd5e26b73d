// Keys, addresses and names of models may hold any character, so each language quotes them.

type Words = {
  true: string
  false: string
  null: string
  indent: string
  /** Behind the last member of a value that takes several lines. */
  lastComma: string
  /** Between the braces and the members of an object on one line. */
  padding: string
  key(name: string): string
  text(value: string): string
}

const json: Words = {
  true: 'true',
  false: 'false',
  null: 'null',
  indent: '  ',
  lastComma: '',
  padding: '',
  key: (name) => JSON.stringify(name),
  text: (value) => JSON.stringify(value),
}
// Python reads the texts of JSON.
const python: Words = { ...json, true: 'True', false: 'False', null: 'None', indent: '    ', lastComma: ',' }
const script: Words = {
  ...json,
  lastComma: ',',
  padding: ' ',
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
  text: (value) => (/['\\\p{C}\u2028\u2029]/u.test(value) ? JSON.stringify(value) : `'${value}'`),
}

/** Short values stay on one line. */
const lineMax = 72

function print(value: unknown, words: Words, indent: string): string {
  if (value === null || value === undefined) return words.null
  if (typeof value === 'boolean') return words[`${value}`]
  if (typeof value === 'string') return words.text(value)
  if (typeof value !== 'object') return JSON.stringify(value)
  const deeper = indent + words.indent
  const members = Array.isArray(value)
    ? value.map((member) => print(member, words, deeper))
    : Object.entries(value).map(([name, member]) => `${words.key(name)}: ${print(member, words, deeper)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (members.length === 0) return open + close
  const padding = open === '{' ? words.padding : ''
  const line = `${open}${padding}${members.join(', ')}${padding}${close}`
  if (line.length <= lineMax && !line.includes('\n')) return line
  return `${open}\n${members.map((member) => deeper + member).join(',\n')}${words.lastComma}\n${indent}${close}`
}

export const pythonLiteral = (value: unknown): string => print(value, python, '')
export const scriptLiteral = (value: unknown): string => print(value, script, '')

/** A line of code and the comment behind it. */
export type Line = { text: string; comment?: string | undefined }

/** The members of an object as named arguments of a Python call. */
export const pythonArguments = (body: object, indent = '    '): Line[] =>
  Object.entries(body).map(([name, value]) => ({ text: `${indent}${name}=${print(value, python, indent)},` }))

/** The members of an object in JavaScript. */
export const scriptMembers = (body: object): Line[] =>
  Object.entries(body).map(([name, value]) => ({ text: `  ${script.key(name)}: ${print(value, script, '  ')},` }))

/** An object as JSON, a line for each member, quoted for a shell. */
export const shellBody = (body: object): string => {
  const members = Object.entries(body).map(([name, value]) => `    ${json.key(name)}: ${print(value, json, '    ')}`)
  return shellQuoted(`{\n${members.join(',\n')}\n  }`)
}

/** A text in JSON, Python, JavaScript, TOML and .env files, which all read the texts of JSON. */
export const quoted = (text: string) => JSON.stringify(text)
/** A text in a POSIX shell. */
export const shellQuoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
/** A text in a POSIX shell, in double quotes where no character has a meaning between them. */
export const shellText = (text: string) => (/["$`\\!]/.test(text) ? shellQuoted(text) : `"${text}"`)
/** An address in a POSIX shell, without quotes where it needs none. */
export const shellAddress = (address: string) => (/^[\w.:/@%+=,-]+$/.test(address) ? address : shellQuoted(address))
/** A text in PowerShell. */
export const powershellQuoted = (text: string) => `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`
