import { type OrgRole, orgMay } from '@turnpike/contract/identity/organisation'
import { neverExpires } from '@turnpike/contract/identity/token'
import type { OptionValues } from '@turnpike/contract/options'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findStanding } from '../../domain/identity/tokens/tokens.queries.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { callerOf } from '../entry/relay-scope.ts'

/** The amount reported for an unlimited key. */
const unlimitedAmount = 100_000_000

type Holder = { caller_id: number; seat_role: OrgRole | null }

/** Users see their own balance, and members that of the organisation as their role allows. */
const mayWatchPayer = ({ caller_id, seat_role }: Holder): boolean =>
  caller_id === 0 || (seat_role !== null && orgMay(seat_role, 'watch'))

/** The balance of a key in the format of OpenAI's old billing pages, which chat clients read. */
export function billingRoutes(app: FastifyInstance, deps: RelayDeps) {
  const standingOf = async (request: FastifyRequest) => {
    await deps.limits.take('console address', request.ip)
    const caller = callerOf(request)
    const cooldown = await findStanding(deps.store, caller.token_id)
    if (!cooldown) throw new Refusal('invalid_token')
    const { options } = deps.snapshot.current()
    const isToken = options.DisplayTokenStatEnabled || !mayWatchPayer(cooldown)
    const left = isToken ? cooldown.remain_quota : cooldown.user_quota
    const used = isToken ? cooldown.used_quota : cooldown.user_used_quota
    const isUnlimited = isToken && cooldown.unlimited_quota === 1
    const until = isToken && cooldown.expired_time !== neverExpires ? cooldown.expired_time : 0
    return { options, total: left + used, used, isUnlimited, until }
  }
  const config = { access: 'public' } as const
  for (const prefix of ['', '/v1']) {
    app.get(`${prefix}/dashboard/billing/subscription`, { config }, async (request) => {
      const { options, total, isUnlimited, until } = await standingOf(request)
      const amount = isUnlimited ? unlimitedAmount : shown(total, options)
      return {
        object: 'billing_subscription',
        has_payment_method: true,
        soft_limit_usd: amount,
        hard_limit_usd: amount,
        system_hard_limit_usd: amount,
        access_until: until,
      }
    })
    app.get(`${prefix}/dashboard/billing/usage`, { config }, async (request) => {
      const { options, used } = await standingOf(request)
      return { object: 'list', total_usage: shown(used, options) * 100 }
    })
  }
}

/** A figure for a chat client's display, in dollars or points as the administrator chose. */
const shown = (quota: number, options: OptionValues) =>
  options.DisplayInCurrencyEnabled ? quota / options.QuotaPerUnit : quota
