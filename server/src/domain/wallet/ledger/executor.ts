import type { Operation, Outcome } from './operations.ts'

/** Executes a batch in one transaction: reads under lock, decides, writes. All or nothing: on an error it throws. */
export type Executor = {
  execute(operations: readonly Operation[]): Promise<Outcome[]>
  close(): Promise<void>
}

/** Rows that were read under lock must be the rows written; a difference is a bug, and the transaction is rolled back. */
export function expectWritten(rows: string, expected: number, written: number): void {
  if (written !== expected) throw new Error(`the ledger wrote ${written} ${rows} instead of ${expected}`)
}
