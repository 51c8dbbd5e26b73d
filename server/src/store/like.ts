/** PostgreSQL refuses NUL, and no stored text has one. */
export const storable = (text: string) => text.replaceAll('\0', '')
// With `escape '\'`, wildcards in a search text match themselves.
const literal = (text: string) => storable(text).replace(/[\\%_]/g, (sign) => `\\${sign}`)

export const containing = (text: string) => `%${literal(text)}%`
export const beginningWith = (text: string) => `${literal(text)}%`
/** With `%` as the wildcard that the caller typed. */
export const likePattern = (text: string) => text.split('%').map(literal).join('%')
