import type { RefusalCode } from '../../../server/src/gateway/entry/errors/refusals.ts'
import { demoPeople, rootTokens } from '../cast/people.ts'
import { isServed, type PlannedCall } from './plan-calls.ts'

export const dollar = 500_000
/** People place an order when about this much is left. */
const reorderAt = 3 * dollar
/** People try a few times when they are refused, and then wait. */
const triedAgainOf = 5
/** Some time passes between the order and the calls that it pays for. */
const orderedBeforeSeconds = 900

export type PlannedOrder = { at: number; username: string; dollars: number; method: 'zfb' | 'wx' }

/**
 * Walks the month with everyone's balance: adds the orders that keep balances above zero, and turns calls that no balance
 * or token would cover into refusals.
 */
export function planMoney(calls: readonly PlannedCall[]): { calls: PlannedCall[]; orders: PlannedOrder[] } {
  const balances = new Map(demoPeople.map(({ username, gift }) => [username, gift * dollar]))
  const limits = new Map<string, number>(
    [{ username: 'root', tokens: rootTokens }, ...demoPeople].flatMap(({ username, tokens }) =>
      tokens.flatMap(({ name, limit }) =>
        limit === undefined ? [] : [[`${username} ${name}`, limit * dollar] as const],
      ),
    ),
  )
  const orders: PlannedOrder[] = []
  let refused = 0
  const refuse = (call: PlannedCall, refusal: RefusalCode): PlannedCall[] =>
    refused++ % triedAgainOf === 0 ? [{ ...call, refusal }] : []
  const settled = calls.flatMap((call) => {
    if (!isServed(call)) return [call]
    const { username, at } = call
    const { quota } = call.charge
    const tokenKey = `${username} ${call.token}`
    const limit = limits.get(tokenKey)
    if (limit !== undefined && limit < quota) return refuse(call, 'pre_consume_token_quota_failed')
    let balance = balances.get(username)
    const { topUp, method = 'zfb' } = demoPeople.find((person) => person.username === username) ?? {}
    if (balance !== undefined && topUp && balance - quota < reorderAt) {
      orders.push({ at: at - orderedBeforeSeconds, username, dollars: topUp, method })
      balance += topUp * dollar
    }
    if (balance !== undefined && balance < quota) return refuse(call, 'insufficient_user_quota')
    if (balance !== undefined) balances.set(username, balance - quota)
    if (limit !== undefined) limits.set(tokenKey, limit - quota)
    return [call]
  })
  return { calls: settled, orders }
}
