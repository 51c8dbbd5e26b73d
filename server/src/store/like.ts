// With `escape '\'`, wildcards in a search text match themselves. PostgreSQL refuses NUL, and no stored text has one.
const literal = (text: string) => text.replaceAll('\0', '').replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** A `%` of the search text matches any characters, as people write `gpt-4%`; without one the text may stand anywhere. */
export const matching = (text: string) =>
  text.includes('%') ? text.split('%').map(literal).join('%') : containing(text)

export const containing = (text: string) => `%${literal(text)}%`
export const beginningWith = (text: string) => `${literal(text)}%`
