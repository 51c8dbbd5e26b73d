import type { SQLOutputValue } from 'node:sqlite'

export type SqlInput = string | number | null

/**
 * Every call writes some sixty columns and reads some sixty on SQLite. A loop over the names of the columns costs about
 * 2.5 µs of a call more than code that names them, so the code is generated, once, from the lists in `columns.ts`: they
 * remain the only place with the order of the columns. The names are constants of the program, never input. The tests
 * compare both functions with such a loop.
 */
const member = (column: string): string => JSON.stringify(column)

/** Gives a function that appends the values of a row to `values`, in the order of `columns`. */
export function compileWriter<Row>(columns: readonly (keyof Row & string)[]): (values: SqlInput[], row: Row) => void {
  const read = columns.map((column) => `row[${member(column)}]`)
  return new Function('values', 'row', `values.push(${read.join(', ')})`) as ReturnType<typeof compileWriter<Row>>
}

/** Gives a function that makes a row from values in the order of `columns`. The schema guarantees their types. */
export function compileReader<Row>(
  columns: readonly (keyof Row & string)[],
): (values: readonly SQLOutputValue[]) => Row {
  const members = columns.map((column, index) => `${member(column)}: values[${index}]`)
  return new Function('values', `return { ${members.join(', ')} }`) as ReturnType<typeof compileReader<Row>>
}
