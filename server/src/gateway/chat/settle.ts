import { isBelievable } from '../../domain/pricing/believable.ts'
import { type Charge, chargeOf } from '../../domain/pricing/charge.ts'
import { type LogOther, pricedOther } from '../../domain/pricing/log-other.ts'
import type { Price } from '../../domain/pricing/price.ts'
import { noUsage, totalCompletion, totalPrompt, type Usage } from '../../domain/pricing/usage.ts'
import type { PromptTokens } from '../counting/chat-tokens.ts'
import { tokenCounter } from '../counting/text-tokens.ts'
import type { Meter } from './meter.ts'

/** What was used, and whether we had to count it ourselves. */
export type Settled = { usage: Usage; isCounted: boolean }

/** Who or what ended a call. */
export type End = 'done' | 'client_gone' | 'timeout' | 'failed' | 'out_of_quota'

type Facts = {
  model: string
  price: Price
  countPrompt: () => Promise<PromptTokens>
  outputMax: number | undefined
  count: number
  end: End
}

/** Tokens that a tool call costs around its own text. */
const toolCallTokens = 7
export const charactersPerToken = 3

/**
 * The upstream's numbers where they can be true, our own count where they are missing or cannot. An answer with nothing in
 * it costs nothing, unless its client did not wait for it. Of an answer that broke off, what the upstream said so far may
 * be older than what it delivered: then the larger count holds.
 */
export function settleUsage(meter: Meter, facts: Facts): Settled | Promise<Settled> {
  const { price, outputMax, count, end } = facts
  const bounds = { contextMax: price.context, outputCap: outputMax ?? price.max_output, count }
  const claimed = meter.usage
  const reported = claimed && totalPrompt(claimed) > 0 && isBelievable(claimed, bounds) ? claimed : undefined
  const said = reported ? totalCompletion(reported) : 0
  if (reported && end === 'done' && (said > 0 || !meter.hasOutput))
    return { usage: said > 0 ? reported : noUsage, isCounted: false }
  if (!meter.hasOutput && end !== 'client_gone') return { usage: noUsage, isCounted: claimed !== undefined }
  return countUsage(meter, facts, reported, said)
}

async function countUsage(
  meter: Meter,
  { model, countPrompt }: Facts,
  reported: Usage | undefined,
  said: number,
): Promise<Settled> {
  const missing = (await countOutput(meter, model)) - said
  if (!reported) return { usage: { ...noUsage, ...(await countPrompt()), output: missing }, isCounted: true }
  return missing > 0
    ? { usage: { ...reported, output: reported.output + missing }, isCounted: true }
    : { usage: reported, isCounted: false }
}

async function countOutput(meter: Meter, model: string): Promise<number> {
  const { kept, dropped } = meter.text
  const count = await tokenCounter(model)
  return count(kept) + Math.ceil(dropped / charactersPerToken) + meter.toolCalls * toolCallTokens
}

/** A running estimate of the output while it streams: cheap, and rather too high. */
export const outputSoFar = (meter: Meter): number =>
  Math.ceil(meter.length / charactersPerToken) + meter.toolCalls * toolCallTokens

export const chargeFor = (usage: Usage, price: Price, groupRatio: number): Charge => {
  // A price per call is for a call that gave something.
  const isEmpty = totalPrompt(usage) + totalCompletion(usage) === 0
  return chargeOf(usage, price, groupRatio, { count: price.kind === 'call' && isEmpty ? 0 : 1 })
}

/** The sentence of the log: the rule that applied. The parts are in `other`. */
export function chargeSentence({ parts }: Charge): string {
  if (parts.price.kind === 'call') return `模型价格 $${parts.price.price}，分组倍率 ${parts.group_ratio}`
  return `模型倍率 ${parts.price.ratio}，补全倍率 ${parts.price.completion_ratio}，分组倍率 ${parts.group_ratio}`
}

export const otherOf = (charge: Charge, usage: Usage, about: LogOther): string =>
  JSON.stringify({ ...pricedOther(charge, usage), ...about } satisfies LogOther)
