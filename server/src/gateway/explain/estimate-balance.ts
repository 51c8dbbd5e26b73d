import type { RouteExplanation } from '@turnpike/contract/routing/route-explain'
import { tryHold } from '../../domain/money/wallet/ledger/try-hold.ts'
import { billedCall } from '../../domain/money/wallet/payer.ts'
import type { Call } from '../call/call.ts'
import { affordable, refusalOfHold } from '../call/hold.ts'
import { expectedTokens } from '../call/limits.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { FirstRefusal } from './first-refusal.ts'

/** Whether balance, token and limits allow the hold; and what can be spent. */
export async function estimateBalance(
  call: Call,
  hold: number | null,
  refused: FirstRefusal,
  deps: Pick<RelayDeps, 'store' | 'clock'>,
): Promise<RouteExplanation['balance']> {
  const { caller, limits, model } = call
  const at = deps.clock()
  const { group } = caller
  const about = {
    ...billedCall('', caller, call.sources),
    model_name: model,
    price_snapshot: '',
    expires_at: at,
    limits,
    ...expectedTokens(call),
  }
  const operation = { kind: 'hold', group, at, amount: hold ?? 0, ...about } as const
  const { outcome, available } = await tryHold(deps.store, operation)
  await refused.by('balance', () => {
    if (hold === null) affordable(() => call.holdAt?.(call.price, call.groupRatio) ?? 0)
    // A free call without limits needs no hold.
    if (!outcome.ok && (hold !== 0 || limits)) throw refusalOfHold(outcome, call, deps)
  })
  return { user: available.user, token: available.token ?? null }
}
