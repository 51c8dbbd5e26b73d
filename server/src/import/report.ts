/** One remark about some rows, with a few of them by name. Never a secret. */
type Note = { what: string; count: number; examples: string[] }

export type TableReport = {
  table: string
  /** Rows of the source, those it has deleted included. */
  found: number
  deleted: number
  /** Imported by an earlier run. */
  already: number
  comes: number
  /** Rows that are imported with changes. */
  changed: Note[]
  cannot: Note[]
  /** Rows that exist already and stay as they are. */
  conflicts: Note[]
  remarks: Note[]
}

/** Sums as texts, because those of a source may exceed a safe number. */
export type Balances = { source: string; left_out: string; imported: string; equal: boolean }

/** Dollars per million tokens, or per call; a text that states a price in another way; null for a model without a price. */
export type ShownPrice = { input: number; output: number } | { per_call: number } | { text: string } | null
/** A model that does not cost the same here as at the source. */
export type PriceDifference = { model: string; there: ShownPrice; here: ShownPrice; reason: string }

export type Report = {
  source: string
  is_dry_run: boolean
  tables: TableReport[]
  prices: PriceDifference[]
  /** Tables of the source with rows that have no equivalent here, such as second factors. */
  not_imported: string[]
  /** Of the users that this run imports. */
  balances?: Balances
}

const examplesMax = 5

export class TableNotes {
  readonly report: TableReport

  constructor(table: string) {
    this.report = {
      table,
      found: 0,
      deleted: 0,
      already: 0,
      comes: 0,
      changed: [],
      cannot: [],
      conflicts: [],
      remarks: [],
    }
  }

  changed(what: string, example: string): void {
    add(this.report.changed, what, example)
  }
  cannot(what: string, example: string): void {
    add(this.report.cannot, what, example)
  }
  conflict(what: string, example: string): void {
    add(this.report.conflicts, what, example)
  }
  remark(what: string, example = ''): void {
    add(this.report.remarks, what, example)
  }
}

function add(notes: Note[], what: string, example: string): void {
  let note = notes.find((known) => known.what === what)
  if (!note) {
    note = { what, count: 0, examples: [] }
    notes.push(note)
  }
  note.count++
  if (example !== '' && note.examples.length < examplesMax) note.examples.push(example)
}

/** The report for people. */
export function reportText({ source, is_dry_run, tables, prices, not_imported, balances }: Report): string {
  const shown = tables.filter(({ found, remarks }) => found > 0 || remarks.length > 0)
  const head = is_dry_run
    ? [`Source: ${source}. This is what would come; nothing was written. Run it again with --apply to import.`]
    : [`Source: ${source}. Imported.`]
  const sums = balances
    ? [
        `Balances of the users that come: ${balances.source} at the source, ${balances.imported} here` +
          `${balances.left_out === '0' ? '' : `, ${balances.left_out} left out`}: ${balances.equal ? 'equal' : 'NOT EQUAL'}.`,
      ]
    : []
  const left = not_imported.length > 0 ? [`Tables that do not come: ${not_imported.join(', ')}.`] : []
  return [...head, '', ...shown.flatMap(tableText), ...pricesText(prices), ...left, ...sums].join('\n')
}

function pricesText(prices: readonly PriceDifference[]): string[] {
  if (prices.length === 0) return []
  const head = ['model', 'there', 'here', 'reason']
  const rows = [
    head,
    ...prices.map(({ model, there, here, reason }) => [model, priceText(there), priceText(here), reason]),
  ]
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return ['Prices that are not the same here, in dollars per million tokens:', ...lines.map((line) => `  ${line}`), '']
}

export function priceText(price: ShownPrice): string {
  if (!price) return 'none'
  if ('text' in price) return price.text
  return 'per_call' in price ? `$${price.per_call} per call` : `$${price.input} in, $${price.output} out`
}

function tableText(report: TableReport): string[] {
  const { table, found, deleted, already, comes } = report
  const figures = [
    `${found} found`,
    ...(deleted > 0 ? [`${deleted} deleted there`] : []),
    ...(already > 0 ? [`${already} imported before`] : []),
    `${comes} ${comes === 1 ? 'comes' : 'come'}`,
  ]
  return [
    `${table}: ${figures.join(', ')}`,
    ...report.changed.map(noteText('changed')),
    ...report.cannot.map(noteText('cannot come')),
    ...report.conflicts.map(noteText('conflict')),
    ...report.remarks.map(noteText('note')),
    '',
  ]
}

const noteText =
  (heading: string) =>
  ({ what, count, examples }: Note) =>
    `  ${heading} (${count}): ${what}${examples.length > 0 ? `. For example: ${examples.join('; ')}` : ''}`
