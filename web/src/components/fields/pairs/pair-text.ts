import { isObject, parseJson, repeatedName } from '../json-problem.ts'

/** A row of the table, as it is typed. */
export type Pair = { name: string; value: string }

/** The shape of the JSON: an object with texts or numbers, or a list of objects with one name and one link each. */
export type PairShape = 'texts' | 'numbers' | 'links'

/** The pairs of a JSON text; undefined when it holds anything that a table of pairs cannot show. */
export function readPairs(text: string, shape: PairShape): Pair[] | undefined {
  if (text.trim() === '') return []
  const parsed = parseJson(text)
  if ('position' in parsed || repeatedName(text) !== undefined) return undefined
  const members = shape === 'links' ? linkMembers(parsed.value) : objectMembers(parsed.value)
  const isCell = (value: unknown) => typeof value === 'string' || (shape !== 'links' && typeof value === 'number')
  if (!members?.every(([, value]) => isCell(value))) return undefined
  return members.map(([name, value]) => ({ name, value: String(value) }))
}

type Members = [name: string, value: unknown][]

const objectMembers = (value: unknown): Members | undefined => (isObject(value) ? Object.entries(value) : undefined)

function linkMembers(value: unknown): Members | undefined {
  const entries = Array.isArray(value) ? value.map((entry) => objectMembers(entry) ?? []) : undefined
  return entries?.every((members) => members.length === 1) ? entries.flat() : undefined
}

const plainNumber = /^(?:0|[1-9]\d*)(?:\.\d+)?$/

/**
 * The JSON text of the rows; rows with nothing in them are left out. A number that is not one yet is written as a text, and
 * a repeated name twice: the rules of the form refuse both, so that nothing is saved that the table does not show.
 */
export function writePairs(pairs: readonly Pair[], shape: PairShape): string {
  const members = pairs
    .map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
    .filter(({ name, value }) => name !== '' || value !== '')
    .map(({ name, value }) => {
      const isNumber = shape === 'numbers' && plainNumber.test(value)
      return `${JSON.stringify(name)}: ${isNumber ? value : JSON.stringify(value)}`
    })
  const [open, close] = shape === 'links' ? '[]' : '{}'
  if (members.length === 0) return `${open}${close}`
  const lines = shape === 'links' ? members.map((member) => `{ ${member} }`) : members
  return `${open}\n  ${lines.join(',\n  ')}\n${close}`
}

/** Whether two texts hold the same JSON; the layout makes no difference. */
export function isSameJson(one: string, other: string): boolean {
  if (one === other) return true
  if (repeatedName(one) !== undefined || repeatedName(other) !== undefined) return false
  const [first, second] = [parseJson(one), parseJson(other)]
  return 'value' in first && 'value' in second && JSON.stringify(first.value) === JSON.stringify(second.value)
}

type RowProblem = { row: number; kind: 'missing' | 'repeated' }

/** The first row whose name is missing, or stands in a row before it. Links may share a name. */
export function rowProblem(pairs: readonly Pair[], shape: PairShape): RowProblem | undefined {
  const seen = new Set<string>()
  for (const [row, pair] of pairs.entries()) {
    const name = pair.name.trim()
    if (name === '' && pair.value.trim() !== '') return { row, kind: 'missing' }
    if (shape !== 'links' && name !== '' && seen.has(name)) return { row, kind: 'repeated' }
    seen.add(name)
  }
  return undefined
}
