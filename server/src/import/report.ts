/** One thing that happened to some rows, with a few of them by name. Never a secret. */
export type Note = { what: string; count: number; examples: string[] }

export type TableReport = {
  table: string
  /** Rows of the source, those it has deleted included. */
  found: number
  deleted: number
  /** Imported by an earlier run. */
  already: number
  comes: number
  /** Rows that come, but not as they were. */
  changed: Note[]
  cannot: Note[]
  /** What is there already and stays as it is. */
  conflicts: Note[]
  remarks: Note[]
}

/** Sums as texts, because a source may hold more than a number can. */
export type Balances = { source: string; left_out: string; imported: string; equal: boolean }

export type Report = {
  source: string
  is_dry_run: boolean
  tables: TableReport[]
  /** Tables of the source with rows that nothing here stands for, such as second factors. */
  not_imported: string[]
  /** Of the users that come in this run. */
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
