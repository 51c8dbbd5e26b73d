import type { Statement } from '@turnpike/contract/money/statement'
import { AppError } from '../../../../http/app-error.ts'
import type { Caller } from '../../../../http/caller.ts'
import type { Store } from '../../../../store/store.ts'
import { seatOf } from '../in-organisation.ts'
import { readBalanceAt, readMovements, readSpent, type Span } from './statement.queries.ts'

type Asked = { month: string; time_zone: string }
type Row = Statement['rows'][number]
type Spent = Pick<Row, 'quota' | 'calls' | 'prompt_tokens' | 'completion_tokens'>

/** What came in and was spent in a month. The parts are read once, so that every sum adds up to the next. */
export async function statementOf(store: Store, caller: Caller, id: number, asked: Asked): Promise<Statement> {
  const { name } = await seatOf(store, caller, id, 'watch')
  const span = spanOf(asked)
  const opening = await readBalanceAt(store, id, span.from)
  const entries = await readMovements(store, id, span)
  const movements = entries.map((entry) => ({ ...entry, quota: Number(entry.quota), entries: Number(entry.entries) }))
  const rows = (await readSpent(store, id, span)).map(wireRow).filter(isSpent)
  const members = byQuota(summed(rows, ({ user_id }) => String(user_id)).map(({ model: _, ...member }) => member))
  const place = new Map(members.map(({ user_id }, index) => [user_id, index]))
  return {
    name,
    ...asked,
    opening,
    closing: movements.reduce((sum, { quota }) => sum + quota, opening),
    movements,
    members,
    models: byQuota(summed(rows, ({ model }) => model).map(({ user_id: _, name: __, ...model }) => model)),
    rows: byQuota(rows).sort((one, other) => (place.get(one.user_id) ?? 0) - (place.get(other.user_id) ?? 0)),
  }
}

function spanOf({ month, time_zone }: Asked): Span {
  try {
    const first = Temporal.PlainDate.from(`${month}-01`)
    const secondsOf = (day: Temporal.PlainDate) => day.toZonedDateTime(time_zone).startOfDay().epochMilliseconds / 1000
    return { from: secondsOf(first), to: secondsOf(first.add({ months: 1 })) }
  } catch {
    throw new AppError('time_zone_unknown')
  }
}

type SpentRow = Awaited<ReturnType<typeof readSpent>>[number]
const wireRow = ({ user_id, model_name, username, display_name, ...sums }: SpentRow): Row => ({
  user_id,
  name: display_name || username || '',
  model: model_name,
  quota: Number(sums.quota),
  calls: Number(sums.calls),
  prompt_tokens: Number(sums.prompt_tokens),
  completion_tokens: Number(sums.completion_tokens),
})

/** Hours of requests that only failed have nothing to show. */
const isSpent = ({ quota, calls, prompt_tokens, completion_tokens }: Spent): boolean =>
  quota !== 0 || calls !== 0 || prompt_tokens !== 0 || completion_tokens !== 0

/** One row for each key, with the names of its first row. */
function summed(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const sum = sums.get(keyOf(row))
    if (!sum) sums.set(keyOf(row), { ...row })
    else addTo(sum, row)
  }
  return [...sums.values()]
}

function addTo(sum: Spent, row: Spent): void {
  sum.quota += row.quota
  sum.calls += row.calls
  sum.prompt_tokens += row.prompt_tokens
  sum.completion_tokens += row.completion_tokens
}

/** The largest first. */
const byQuota = <Sum extends Spent>(sums: readonly Sum[]): Sum[] =>
  sums.toSorted((one, other) => other.quota - one.quota || other.calls - one.calls)
