/** PostgreSQL keeps neither NUL nor half a surrogate pair, and a text must never be the reason that a charge is lost. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '')

/** The same row, its texts such that both databases take them. */
export function storableTexts<Row extends object>(row: Row): Row {
  let clean = row
  for (const name in row) {
    const value = row[name]
    if (typeof value === 'string' && !isStorable(value)) clean = { ...clean, [name]: storable(value) }
  }
  return clean
}
