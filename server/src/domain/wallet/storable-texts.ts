/** PostgreSQL keeps neither NUL nor half a surrogate pair, and a text must never be the reason that a charge is lost. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '')

/** The same row, its texts such that both databases take them. */
export function storableTexts<Row extends object>(row: Row): Row {
  const dirty = Object.entries(row).filter(([, value]) => typeof value === 'string' && !isStorable(value))
  if (dirty.length === 0) return row
  return { ...row, ...Object.fromEntries(dirty.map(([name, text]) => [name, storable(text)])) }
}
