import type { QuotaMode } from '@turnpike/contract/identity/user-admin'

export type BalanceChange = { mode: QuotaMode; value: number }
export type ChangeProblem = 'invalid' | 'invalidSet' | 'tooMuch' | 'same'

/** The balance after a change. */
export const balanceAfter = (balance: number, { mode, value }: BalanceChange): number =>
  mode === 'override' ? value : mode === 'add' ? balance + value : balance - value

/** Why a change cannot be saved. `value` is NaN while the text is no amount. */
export function problemOfChange(balance: number, change: BalanceChange): ChangeProblem | undefined {
  const { mode, value } = change
  if (mode === 'override') return !(value >= 0) ? 'invalidSet' : value === balance ? 'same' : undefined
  if (!(value > 0)) return 'invalid'
  return mode === 'subtract' && value > balance ? 'tooMuch' : undefined
}
