export type DiffLine = { kind: 'same' | 'removed' | 'added'; text: string }

/** Beyond this many comparisons the lines between the first and the last difference are shown as replaced. */
const comparisonsMax = 1_000_000

/** A comma at the end is no difference: it says that another member follows. */
const isSame = (one: string | undefined, other: string | undefined) =>
  one?.replace(/,$/, '') === other?.replace(/,$/, '')

/** The lines of two JSON texts, and which of them are in one only. */
export function lineDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && isSame(before[start], after[start])) start++
  let end = 0
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++
  return [
    ...linesOf('same', after.slice(0, start)),
    ...between(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...linesOf('same', after.slice(after.length - end)),
  ]
}

const linesOf = (kind: DiffLine['kind'], texts: readonly string[]): DiffLine[] => texts.map((text) => ({ kind, text }))

function between(before: readonly string[], after: readonly string[]): DiffLine[] {
  if (before.length * after.length > comparisonsMax) return [...linesOf('removed', before), ...linesOf('added', after)]
  const lengths = commonLengths(before, after)
  const common = (row: number, column: number) => lengths[row]?.[column] ?? 0
  const lines: DiffLine[] = []
  let [row, column] = [0, 0]
  while (row < before.length || column < after.length) {
    const [old, fresh] = [before[row], after[column]]
    if (fresh !== undefined && isSame(old, fresh)) {
      lines.push({ kind: 'same', text: fresh })
      row++
      column++
    } else if (old !== undefined && (fresh === undefined || common(row + 1, column) >= common(row, column + 1))) {
      lines.push({ kind: 'removed', text: old })
      row++
    } else if (fresh !== undefined) {
      lines.push({ kind: 'added', text: fresh })
      column++
    }
  }
  return lines
}

/** The length of the longest common subsequence of the rests of both lists, by their beginnings. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array[] {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--) {
      const [here, next] = [rows[row], rows[row + 1]]
      if (!here || !next) continue
      here[column] =
        before[row] === after[column] ? (next[column + 1] ?? 0) + 1 : Math.max(next[column] ?? 0, here[column + 1] ?? 0)
    }
  return rows
}
