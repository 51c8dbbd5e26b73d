import type { TableColumns } from './data-rows.tsx'

type Column<Row> = TableColumns<Row>[number]

/** The columns of a table by their names, then others. The title of a column is the text with its name. */
export const titledColumns = <Row, Name extends string>(
  t: (name: Name) => string,
  columns: Readonly<Record<Name, Column<NoInfer<Row>>>>,
  ...others: TableColumns<NoInfer<Row>>
): TableColumns<Row> => [
  ...Object.entries<Column<Row>>(columns).map(([name, column]) => ({ key: name, title: t(name as Name), ...column })),
  ...others,
]
