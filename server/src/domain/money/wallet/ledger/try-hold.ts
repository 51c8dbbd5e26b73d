import type { Store } from '../../../../store/store.ts'
import { readCounts } from '../../../routing/limits/limits.queries.ts'
import { readCallers } from '../members/callers.queries.ts'
import { callersOf, seatsIn } from '../members/callers.ts'
import { potColumns } from '../pots/pot.ts'
import { tokenColumns, userColumns } from './columns.ts'
import { countersFrom } from './counters.ts'
import { decide } from './decide.ts'
import type { HoldOperation, Outcome } from './operations.ts'
import type { TokenRow, UserRow } from './plan.ts'
import { slicesOf } from './slice-id.ts'
import { partsOf } from './sources.ts'

export type TriedHold = {
  outcome: Outcome
  /** The amounts that user and token can spend now; undefined for a token without a limit. */
  available: { user: number; token: number | undefined }
}

/** Decides a hold by the rules of the ledger, without writing or locking anything. */
export async function tryHold(store: Store, operation: HoldOperation): Promise<TriedHold> {
  const { user_id, token_id, limits = [] } = operation
  const user: UserRow | undefined = await store
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', user_id)
    .executeTakeFirst()
  const token: TokenRow | undefined = await store
    .selectFrom('tokens')
    .select(tokenColumns)
    .where('id', '=', token_id)
    .executeTakeFirst()
  const slices = await store
    .selectFrom('holds')
    .select(['token_id', 'amount', 'parts', 'from_pots'])
    .where('user_id', '=', user_id)
    .where('request_id', 'like', `${slicesOf(user_id)}%`)
    .execute()
  const pots = await store
    .selectFrom('pots')
    .select(potColumns)
    .where('id', 'in', [0, ...(operation.sources ?? [])])
    .execute()
  // The sliced ledger takes slices back before it refuses a call for lack of money.
  for (const slice of slices) {
    if (user) user.held -= slice.amount - slice.from_pots
    for (const { id, amount } of partsOf(slice) ?? []) {
      const pot = pots.find((one) => one.id === id)
      if (pot) pot.held -= amount
    }
    if (token && slice.token_id === token_id) token.held -= slice.amount
  }
  const counts = await readCounts(
    store,
    limits.map(({ key }) => key),
  )
  const rows = {
    users: new Map(user && [[user_id, user]]),
    tokens: new Map(token && [[token_id, token]]),
    pots: new Map(pots.map((pot) => [pot.id, pot])),
    callers: callersOf(await readCallers(store, seatsIn([operation]))),
    holds: new Map(),
    settled: new Map(),
    counters: countersFrom(counts),
  }
  const [outcome] = decide(rows, [operation]).outcomes
  if (!outcome) throw new Error('no outcome of a hold')
  return {
    outcome,
    available: {
      user: (user?.quota ?? 0) - (user?.held ?? 0),
      token: token && !token.unlimited_quota ? token.remain_quota - token.held : undefined,
    },
  }
}
