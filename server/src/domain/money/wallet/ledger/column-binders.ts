import type { SQLOutputValue } from 'node:sqlite'

export type SqlInput = string | number | null

/** Appends the values of a row to `values`, in the order of `columns`. */
export const rowWriter =
  <Row>(columns: readonly (keyof Row & string)[]) =>
  (values: SqlInput[], row: Row): void => {
    for (const column of columns) values.push(row[column] as SqlInput) // the row types are those of the schema
  }

/** Makes a row from values in the order of `columns`. The schema guarantees their types. */
export const rowReader =
  <Row>(columns: readonly (keyof Row & string)[]) =>
  (values: readonly SQLOutputValue[]): Row => {
    const row: Partial<Record<keyof Row & string, SQLOutputValue>> = {}
    for (let index = 0; index < columns.length; index++) row[columns[index] as keyof Row & string] = values[index]
    return row as Row
  }
