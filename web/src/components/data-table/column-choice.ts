import { readJson, stored } from '../../lib/browser/stored.ts'

type ColumnTraits = {
  /** Only administrators have it. */
  admin?: true
  /** Hidden by default for these users, whose table is too narrow for it. */
  hiddenFor?: 'admin' | 'user'
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')

/** The columns of a table that the user can hide, in their order; the browser remembers the choice under `key`. */
export function columnChoice<Column extends string>(key: string, columns: Record<Column, ColumnTraits>) {
  const order = Object.keys(columns) as Column[]
  // The hidden columns, so that a column of a newer version is shown. null: the user never chose.
  const hidden = stored<string[] | null>(
    key,
    (text) => readJson(text, isNames) ?? null,
    (names) => names && JSON.stringify(names),
  )
  /** The columns to choose from. */
  const columnsOf = (isAdmin: boolean): Column[] => order.filter((column) => isAdmin || !columns[column].admin)
  const hiddenBy = (isAdmin: boolean, names: readonly string[] | null): readonly string[] =>
    names ?? order.filter((column) => columns[column].hiddenFor === (isAdmin ? 'admin' : 'user'))
  const shownOf = (isAdmin: boolean, names: readonly string[] | null): Column[] => {
    const left = hiddenBy(isAdmin, names)
    return columnsOf(isAdmin).filter((column) => !left.includes(column))
  }
  return {
    columnsOf,
    /** The columns that are shown. */
    shown: (isAdmin: boolean) => shownOf(isAdmin, hidden.get()),
    useShown: (isAdmin: boolean) => shownOf(isAdmin, hidden.use()),
    set(isAdmin: boolean, column: Column, isShown: boolean) {
      const others = hiddenBy(isAdmin, hidden.get()).filter((name) => name !== column)
      hidden.set(isShown ? others : [...others, column])
    },
  }
}
export type ColumnChoice<Column extends string> = ReturnType<typeof columnChoice<Column>>
