// Wildcards in what a person typed mean themselves, with `escape '\'`. PostgreSQL takes no NUL, and nothing stored has one.
const literal = (text: string) => text.replaceAll('\0', '').replace(/[\\%_]/g, (sign) => `\\${sign}`)

export const containing = (text: string) => `%${literal(text)}%`
export const beginningWith = (text: string) => `${literal(text)}%`
