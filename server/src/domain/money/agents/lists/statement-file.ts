import { dividendCauses } from '@turnpike/contract/money/agents/dividend'
import { dollars } from '@turnpike/contract/quota'
import type { Store } from '../../../../store/store.ts'
import { csvCell } from '../../../usage/logs/csv-cell.ts'
import { type EarningsEntry, readEarningsAt, readEntries } from './entries.queries.ts'

const columns = ['time', 'kind', 'cause', 'quota', 'usd', 'total_quota', 'total_usd']
const batchMax = 1000

const kinds = { invite_reward: 'reward', dividend: 'dividend', transfer: 'transfer', withdrawal: 'withdrawal' } as const

/** What takes earnings back: a refund or dispute of the cause that the reference names, or the payment of a debt. */
const kindOf = ({ kind, reference }: EarningsEntry): string => {
  if (kind !== 'dividend_reversal') return kinds[kind as keyof typeof kinds] // no other kind moves earnings
  return reference.startsWith('debt') ? 'debt_payment' : 'reversal'
}

/** What a share is of, or the number of the withdrawal. The other references are numbers of other users. */
const causeOf = ({ kind, reference }: EarningsEntry): string => {
  if (kind === 'withdrawal') return reference
  const [word] = /^[a-z]+/.exec(reference) ?? []
  return (dividendCauses as readonly string[]).includes(word ?? '') && /^dividend/.test(kind) ? (word ?? '') : ''
}

/** The month `2026-11` in UTC, from its first second, without the first one of the next. */
function spanOf(month: string): { from: number; to: number } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: Date.UTC(year, number - 1) / 1000, to: Date.UTC(year, number) / 1000 }
}

/**
 * The entries of a month that moved earnings, as CSV, oldest first. The total is that of all earnings after the entry.
 * Only one batch is in memory at a time.
 */
export async function* statementFile(
  store: Store,
  { user_id, month, quotaPerUnit }: { user_id: number; month: string; quotaPerUnit: number },
): AsyncGenerator<string> {
  // Excel reads a file as UTF-8 only with this mark.
  yield `\ufeff${columns.join(',')}\r\n`
  const { from, to } = spanOf(month)
  let total = await readEarningsAt(store, user_id, from)
  const lineOf = (entry: EarningsEntry): string => {
    const { affiliate, created_at } = entry
    total += affiliate
    const time = new Date(created_at * 1000).toISOString()
    const amounts = [affiliate, total].flatMap((amount) => [amount, dollars(amount, quotaPerUnit, 6)])
    // An amount is our own figure: it is no formula, and with an escaped minus sign a spreadsheet would not add it up.
    return `${[...[time, kindOf(entry), causeOf(entry)].map(csvCell), ...amounts].join(',')}\r\n`
  }
  for (let after = 0; ; ) {
    const entries = await readEntries(store, user_id, { from, to, after, limit: batchMax })
    yield entries.map(lineOf).join('')
    if (entries.length < batchMax) return
    after = entries.at(-1)?.id ?? 0
  }
}
