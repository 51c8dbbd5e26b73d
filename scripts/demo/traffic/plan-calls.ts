import { defaultOptions } from '@turnpike/contract/options'
import { type Charge, chargeOf } from '../../../server/src/domain/money/pricing/charge.ts'
import { buildPriceBook, type PriceBook, priceOf } from '../../../server/src/domain/money/pricing/price-book.ts'
import { noUsage, type Usage } from '../../../server/src/domain/money/pricing/usage.ts'
import type { RefusalCode } from '../../../server/src/gateway/entry/errors/refusals.ts'
import { type DemoChannel, demoChannels } from '../cast/channels.ts'
import { groupRatios } from '../cast/options.ts'
import { type DemoPerson, type DemoToken, demoPeople, rootTokens } from '../cast/people.ts'
import { createRandom, type Random } from '../random.ts'
import { callTimes, monthDays } from './call-times.ts'
import { type ModelTraits, modelTraits } from './model-traits.ts'
import { type Trouble, troubleOf } from './upstream-troubles.ts'

type Attempt = { channel: string; trouble?: Trouble }

/** One call of the month, before it is written. */
export type PlannedCall = {
  /** Unix seconds of its end. */
  at: number
  username: string
  token: string
  group: string
  model: string
  path: string
  isStream: boolean
  firstMs: number
  totalMs: number
  attempts: readonly Attempt[]
  usage: Usage
  charge: Charge
  /** Why the gateway itself refused the call; then it was sent to no channel. */
  refusal?: RefusalCode
}

export const isServed = ({ refusal, attempts }: PlannedCall): boolean =>
  !refusal && attempts.length > 0 && !attempts.at(-1)?.trouble

const daySeconds = 86_400
const seed = 20_260_318
const triesMax = 3
/** No call ends in the last seconds, so that the first calls of a visitor are the newest. */
const quietSeconds = 20
/** Failures that end the call, because another channel would not help. */
const isFinal = ({ kind }: Trouble) => ['timeout', 'bad_request', 'content_refused', 'too_long'].includes(kind)

const prices = buildPriceBook(defaultOptions())

type Caller = Pick<DemoPerson, 'username' | 'group' | 'joinedDay' | 'bannedDay' | 'tokens'>
const callers: readonly Caller[] = [{ username: 'root', joinedDay: 0, tokens: rootTokens }, ...demoPeople]

/** A month of calls up to `now`, in order. The same time gives the same calls. */
export function planCalls(now: number): PlannedCall[] {
  const start = now - monthDays * daySeconds
  const calls = callers.flatMap((caller, callerAt) =>
    caller.tokens.flatMap((token, tokenAt) => {
      // Each token has its own random sequence: a change to one leaves the calls of the others unchanged.
      const random = createRandom(seed + callerAt * 100 + tokenAt)
      const from = start + caller.joinedDay * daySeconds + 3 * 3600
      const until = caller.bannedDay === undefined ? now - quietSeconds : start + caller.bannedDay * daySeconds
      return callTimes(token, { from, until, now }, random).map((at) => planCall(caller, token, at, start, random))
    }),
  )
  return calls.sort((one, other) => one.at - other.at)
}

function planCall(caller: Caller, token: DemoToken, at: number, start: number, random: Random): PlannedCall {
  const model = random.weighted(Object.entries(token.models))
  const traits = modelTraits[model]
  if (!traits) throw new Error(`the demo has no traits of ${model}`)
  const group = token.group ?? caller.group ?? 'default'
  const day = (at - start) / daySeconds
  const attempts = planAttempts(model, group, day, random)
  const usage = usageOf(token, traits, random)
  const isStream = traits.outputTokens > 0 && random.isTrue(0.78)
  const waitedMs = attempts.length > 1 ? random.skewed(900) * (attempts.length - 1) : 0
  // One stream in twenty-five is slow to begin.
  const slow = random.isTrue(0.04) ? random.between(4, 9) : 1
  const firstMs = Math.round(waitedMs + random.skewed(traits.firstMs || 600, 0.35) * slow)
  const writingMs =
    traits.tokensPerSecond > 0 ? (usage.output / random.skewed(traits.tokensPerSecond, 0.2)) * 1000 : 200
  const last = attempts.at(-1)?.trouble
  const totalMs =
    last?.kind === 'timeout' ? 120_000 : last ? Math.round(waitedMs + 400) : Math.round(firstMs + writingMs)
  return {
    at,
    username: caller.username,
    token: token.name,
    group,
    model,
    path: traits.path ?? token.path ?? '/v1/chat/completions',
    isStream,
    firstMs,
    totalMs,
    attempts,
    usage,
    charge: chargeOf(usage, priceIn(prices, model), groupRatios[group] ?? 1),
  }
}

function priceIn(book: PriceBook, model: string) {
  const price = priceOf(book, model)
  if (!price) throw new Error(`${model} has no price`)
  return price
}

/** Channels by priority and weight, never one twice, until one serves the call. */
function planAttempts(model: string, group: string, day: number, random: Random): Attempt[] {
  const attempts: Attempt[] = []
  let left = demoChannels.filter(
    ({ models, groups, untilDay = monthDays }) => models.includes(model) && groups.includes(group) && day < untilDay,
  )
  while (left.length > 0 && attempts.length < triesMax) {
    const channel = chosenChannel(left, random)
    const trouble = troubleOf(channel, day, random)
    attempts.push({ channel: channel.name, ...(trouble && { trouble }) })
    if (!trouble || isFinal(trouble)) break
    left = left.filter((other) => other !== channel)
  }
  return attempts
}

function chosenChannel(channels: readonly DemoChannel[], random: Random): DemoChannel {
  const highest = Math.max(...channels.map(({ priority = 0 }) => priority))
  const first = channels.filter(({ priority = 0 }) => priority === highest)
  return random.weighted(first.map((channel) => [channel, channel.weight ?? 1] as const))
}

function usageOf(token: DemoToken, traits: ModelTraits, random: Random): Usage {
  const prompt = Math.max(8, Math.round(random.skewed(token.promptTokens, 0.7)))
  const cached = prompt > 1024 && traits.cached && random.isTrue(0.7) ? Math.round(prompt * traits.cached) : 0
  const output = traits.outputTokens > 0 ? Math.max(2, Math.round(random.skewed(traits.outputTokens, 0.7))) : 0
  return {
    ...noUsage,
    input: prompt - cached,
    cache_read: cached,
    output,
    reasoning: Math.round(output * (traits.reasoning ?? 0)),
  }
}
