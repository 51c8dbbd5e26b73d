import type { LedgerKind } from '../../../../store/schema/money.ts'

/** Entries that administrators make. */
export const isAct = (kind: LedgerKind): boolean =>
  kind === 'manual_refund' || kind === 'order_refund' || kind === 'adjustment_credit' || kind === 'adjustment_debit'

/** The `detail` of an administrator's entry: the name, which is one line, and the reason in the next line. */
export const actDetail = (operator: string, reason = ''): string =>
  reason === '' ? operator : `${operator}\n${reason}`

export function readActDetail(detail: string): { operator: string; reason: string } {
  const [operator = '', reason = ''] = detail.split('\n')
  return { operator, reason }
}
