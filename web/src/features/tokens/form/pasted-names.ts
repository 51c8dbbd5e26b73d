import { charactersIn, isTextWithin } from '@turnpike/contract/bounds'
import { tokenBounds } from '@turnpike/contract/identity/token'

/** The names in a pasted text, and what was left out or cannot be a name. */
export type PastedNames = {
  names: string[]
  /** Left out: they stand in the text more than once, whatever their case. */
  duplicates: string[]
  emptyLines: number
  tooLong: string[]
  /** With control characters, which only quoted ones can have. */
  unprintable: string[]
}

/** Names between line ends, commas, semicolons or tabs; one in double quotes may contain them. */
export function readNames(text: string): PastedNames {
  const found: PastedNames = { names: [], duplicates: [], emptyLines: 0, tooLong: [], unprintable: [] }
  const seen = new Set<string>()
  const rows = rowsOf(text.replace(/\s+$/, ''))
  for (const row of rows) {
    const cells = row.map((cell) => cell.trim()).filter(Boolean)
    if (cells.length === 0 && rows.length > 1) found.emptyLines++
    for (const name of cells) {
      const key = name.toLowerCase()
      if (seen.has(key)) found.duplicates.push(name)
      else if (charactersIn(name) > tokenBounds.name.charactersMax) found.tooLong.push(name)
      else if (!isTextWithin(tokenBounds.name, name)) found.unprintable.push(name)
      else found.names.push(name)
      seen.add(key)
    }
  }
  return found
}

/** The cells of each line. A quote that is never closed ends with its line. */
function rowsOf(text: string): string[][] {
  const cell = /\s*"((?:[^"]|"")*)"[^\S\r\n]*(?=[,;\t\r\n]|$)|([^,;\t\r\n]*)/y
  const rows: string[][] = [[]]
  for (let at = 0; at <= text.length; at++) {
    cell.lastIndex = at
    const [whole = '', quoted, plain = ''] = cell.exec(text) ?? []
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    at += whole.length
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    if (text[at] === '\n' || text[at] === '\r') rows.push([])
  }
  return rows
}

/** Shortens the mail addresses that are too long for a name to the part before the @. */
export function shortenAddresses(text: string, { tooLong }: Pick<PastedNames, 'tooLong'>): string {
  return tooLong.reduce((now, name) => now.replaceAll(name, name.replace(/@[^@]*$/, '')), text)
}
