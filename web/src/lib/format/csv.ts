/** A cell that begins like a formula would be run by a spreadsheet: names are chosen by users. */
const defused = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Rows as a CSV file (RFC 4180). Excel reads a file as UTF-8 only with the mark at its beginning. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map((cell) => quoted(defused(cell))).join(',')}\r\n`).join('')}`
