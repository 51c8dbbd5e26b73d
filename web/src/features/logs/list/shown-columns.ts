import { readJson, stored } from '../../../lib/browser/stored.ts'

/** Every column in its order; the time is always shown. `admin`: only administrators have it. */
const logColumns = {
  type: {},
  user: { admin: true },
  token: {},
  group: {},
  model: {},
  speed: {},
  prompt: {},
  completion: {},
  cost: {},
  channel: { admin: true },
  details: {},
} as const satisfies Record<string, { admin?: true }>
export type LogColumn = keyof typeof logColumns

const order = Object.keys(logColumns) as LogColumn[]

/** The columns to choose from. */
export const columnsOf = (isAdmin: boolean): LogColumn[] =>
  order.filter((column) => isAdmin || !('admin' in logColumns[column]))

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')

/** The hidden columns, so that a column of a newer version is shown. null: the user never chose. */
export const hiddenColumns = stored<string[] | null>(
  'log-hidden-columns',
  (text) => readJson(text, isNames) ?? null,
  (names) => names && JSON.stringify(names),
)

/** Administrators have two columns more, and with the group a window of 1440 px would scroll sideways. */
const usuallyHidden = (isAdmin: boolean): readonly string[] => (isAdmin ? ['group'] : [])

/** The columns that are shown, in their order. */
export function shownColumns(isAdmin: boolean, hidden: readonly string[] | null): LogColumn[] {
  const left = hidden ?? usuallyHidden(isAdmin)
  return columnsOf(isAdmin).filter((column) => !left.includes(column))
}

/** The hidden columns after one was switched on or off. */
export function withColumn(isAdmin: boolean, hidden: readonly string[] | null, column: LogColumn, isShown: boolean) {
  const others = (hidden ?? usuallyHidden(isAdmin)).filter((name) => name !== column)
  return isShown ? others : [...others, column]
}
