// With `escape '\'`, wildcards in a search text match themselves. PostgreSQL refuses NUL, and no stored text has one.
const literal = (text: string) => text.replaceAll('\0', '').replace(/[\\%_]/g, (sign) => `\\${sign}`)

export const containing = (text: string) => `%${literal(text)}%`
export const beginningWith = (text: string) => `${literal(text)}%`
/** With `%` as the wildcard that the caller typed. */
export const likePattern = (text: string) => text.split('%').map(literal).join('%')
