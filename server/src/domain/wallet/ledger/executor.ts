import type { Operation, Outcome } from './operations.ts'

/** Carries out a batch in one transaction: reads under lock, decides, writes. All of it happened, or nothing and it threw. */
export type Executor = {
  execute(operations: readonly Operation[]): Promise<Outcome[]>
  close(): Promise<void>
}

/** The rows are locked and were read a moment ago: this cannot happen, and if it does nothing may be written. */
export function expectWritten(what: string, expected: number, written: number): void {
  if (written !== expected) throw new Error(`the ledger wrote ${written} ${what} instead of ${expected}`)
}
