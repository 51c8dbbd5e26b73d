/** One remark about some rows, with a few of them by name. Never a secret. */
export type Note = { what: string; count: number; examples: string[] }

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

export type Report = {
  source: string
  is_dry_run: boolean
  tables: TableReport[]
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
