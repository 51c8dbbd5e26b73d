import type { CallRecord } from '../../../usage/logs/call-record.ts'
import { chargeOf } from '../charge.ts'
import type { Price } from '../price.ts'
import { type PricedFacts, tokensOfFacts } from '../priced-facts.ts'
import type { ToolName } from '../tool-prices.ts'
import { noUsage, type Usage } from '../usage.ts'

type Row = { prompt_tokens: number; completion_tokens: number }

/**
 * What a call would be charged by another price, from its record and with the ratio that its group had; undefined where the
 * record does not say what the price counts.
 */
export function chargeAgain({ priced: facts, other }: CallRecord, row: Row, price: Price): number | undefined {
  if (other && 'transcriptions' in other) return undefined // a part of the charge has other prices
  const tool_calls = (facts.t ?? []).map(({ name, count }) => ({ name: name as ToolName, count })) // written from one
  if (price.kind === 'call') {
    const factors = Object.entries(facts.f ?? {}).map(([name, value]) => ({ name, value }))
    const isEmpty = facts.p === undefined && !facts.l?.length
    const count = facts.p === undefined ? Number(!isEmpty) : (facts.n ?? 1)
    return chargeOf({ ...noUsage, tool_calls }, price, facts.g, { count, factors }).quota
  }
  const usage = tokensIn(facts, row)
  return usage && chargeOf({ ...usage, tool_calls }, price, facts.g).quota
}

/** A call that was charged by the call has its tokens only in the columns of its row, cached and spoken ones among them. */
function tokensIn(facts: PricedFacts, { prompt_tokens, completion_tokens }: Row): Usage | undefined {
  if (facts.p === undefined) return { ...noUsage, ...tokensOfFacts(facts) }
  if (prompt_tokens + completion_tokens === 0) return facts.n === 0 ? noUsage : undefined
  return { ...noUsage, input: prompt_tokens, output: completion_tokens }
}
