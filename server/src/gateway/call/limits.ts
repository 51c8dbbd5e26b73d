import type { Language } from '@turnpike/contract/errors'
import type { OptionValues } from '@turnpike/contract/options'
import type { LimitMeasure, LimitScope } from '@turnpike/contract/routing/limits'
import type { Price } from '../../domain/money/pricing/price.ts'
import type { ExpectedTokens } from '../../domain/money/wallet/ledger/operations.ts'
import { type CounterKey, type Limit, type LimitHit, parseKey } from '../../domain/routing/limits/counter-key.ts'
import { limitsInGroup } from '../../domain/routing/limits/limits-of-caller.ts'
import { isBudget } from '../../domain/routing/limits/window.ts'
import { shownQuota } from '../../domain/usage/logs/quota-text.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import type { RelayCaller } from '../entry/key/authenticate.ts'
import type { Snapshot } from '../routing/snapshot.ts'

/** Every limit that applies to a call. Undefined if there is none. */
export function limitsOfCall(
  { limits, user_id, account_id, group }: RelayCaller,
  { groupLimits }: Snapshot,
): Limit[] | undefined {
  const ofGroup = groupLimits.get(group)
  if (!ofGroup) return limits
  return [...(limits ?? []), ...limitsInGroup(group, account_id || user_id, ofGroup)]
}

/** The limits of the caller, and of the channel on which the call has a slot. */
export const limitsHeld = ({ call: { limits }, slot: { occupied } }: Counted): readonly Limit[] | undefined =>
  occupied ? [...(limits ?? []), ...occupied] : limits
type Counted = { call: { limits: readonly Limit[] | undefined }; slot: Occupied }
/** The limits of the channel on which a call has a slot now; undefined for a channel without limits. */
export type Occupied = { readonly occupied: readonly Limit[] | undefined }

/**
 * The tokens that limits of tokens per minute reserve for a call. Without a limit in the request, a response is
 * expected to have as many tokens as its model can write, but no more than the default for holds.
 */
export const expectedTokens = ({ promptTokens, outputMax, price, snapshot }: Sized): ExpectedTokens => ({
  prompt_tokens: promptTokens,
  output_tokens:
    outputMax ?? Math.min(price.max_output ?? Number.POSITIVE_INFINITY, snapshot.options.DefaultOutputTokens),
  isBound: outputMax !== undefined,
})

type Sized = { promptTokens: number; outputMax: number | undefined; price: Price; snapshot: Snapshot }

type Texts = Record<Language, string>
const measures: Record<Exclude<LimitMeasure, 'hours'>, Texts> = {
  requests: { en: 'requests per minute', zh: '每分钟请求数' },
  tokens: { en: 'tokens per minute', zh: '每分钟 Token 数' },
  calls: { en: 'concurrent requests', zh: '并发数' },
  day: { en: 'budget per day', zh: '每日预算' },
  week: { en: 'budget per week', zh: '每周预算' },
  month: { en: 'budget per month', zh: '每月预算' },
}
function measureOf({ measure, window }: CounterKey): Texts {
  if (measure !== 'hours') return measures[measure]
  return window === '1'
    ? { en: 'budget per hour', zh: '每小时预算' }
    : { en: `budget per ${window} hours`, zh: `每 ${window} 小时预算` }
}
const owners: Record<LimitScope, Texts> = {
  token: { en: 'this token', zh: '此令牌' },
  user: { en: 'this user', zh: '此用户' },
  seat: { en: 'this member of the organization', zh: '此组织成员' },
  member: { en: 'each user of this group', zh: '此分组的每个用户' },
  group: { en: 'this group', zh: '此分组' },
  channel: { en: 'this channel', zh: '此渠道' },
  key: { en: 'this key of the channel', zh: '此渠道密钥' },
}

/** Names the limit, its use, and when to try again. */
export function refusalOfLimit({ key, used, max, resets_at }: LimitHit, options: OptionValues, now: number): Refusal {
  const parts = parseKey(key)
  const { measure, scope, window } = parts
  const texts = measureOf(parts)
  const amount = (value: number) => (isBudget(key) ? shownQuota(value, options) : String(value))
  const seconds = resets_at === undefined ? 1 : Math.max(1, resets_at - now)
  const reset = resets_at === undefined ? undefined : new Date(resets_at * 1000).toISOString()
  return new Refusal('limit_reached', {
    params: {
      limit: {
        en: `${texts.en} of ${owners[scope].en}`,
        zh: `${owners[scope].zh}的${texts.zh}`,
      },
      used: amount(used),
      max: amount(max),
      reset: reset
        ? { en: `Resets at ${reset}`, zh: `将于 ${reset} 恢复` }
        : { en: 'Try again when a running request has ended', zh: '请在进行中的请求结束后再试' },
    },
    retryAfterSeconds: seconds,
    detail: { measure, scope, window, used, max, resets_at },
  })
}
