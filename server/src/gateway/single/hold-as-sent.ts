import type { Price } from '../../domain/money/pricing/price.ts'
import { isForm } from '../../light/is-form.ts'
import { coverAttempt } from '../call/channel-slot.ts'
import type { OpenedCall } from '../call/open-call.ts'
import { promptGrowth } from '../entry/admit.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { JsonObject } from '../forms/chat.ts'
import { isDearer, measureChange } from '../overrides/measures.ts'
import { overrideFailure } from '../overrides/override-failure.ts'
import type { Overridden } from '../overrides/override-request.ts'
import type { Channel } from '../routing/channel.ts'
import { textOf } from '../translate/json/json-values.ts'
import type { IncomingSingle } from './incoming-single.ts'
import { type HoldTerms, holdSingle } from './single-charge.ts'

/** What is held and charged for a request that its channel has changed. */
export type SentSingle = { incoming: IncomingSingle; promptTokens: number }

/** Fields whose values decide about a charge beside counts and sizes. */
const chargedFields = ['input', 'query', 'documents', 'partial_images', 'response_format']

/**
 * Extends the hold for a request as its channel sends it, before it is sent. A size or a length in a field that has no
 * price here cannot be held: then another channel is tried.
 */
export async function holdAsSent(
  channel: Channel,
  opened: OpenedCall,
  { before, after }: Overridden,
  { incoming, promptTokens, terms }: SentSingle & { terms: HoldTerms },
  deps: RelayDeps,
): Promise<SentSingle> {
  if (!before || !after) return { incoming, promptTokens }
  const change = measureChange(before, after)
  const { tokens } = promptGrowth(before, after)
  const asked = { ...incoming, ...changedFields(incoming, before, after) }
  if (isDearer(change)) {
    if (change.count) asked.count = change.count.is
    if (change.hasOthers && !isPriced(before, after)) throw overrideFailure('a size or length has no price here')
  }
  const sent = { incoming: asked, promptTokens: promptTokens + tokens }
  const { call } = opened
  const holdAt = (price: Price, groupRatio: number) =>
    holdSingle(asked, { ...terms, promptTokens: sent.promptTokens, price, groupRatio })
  await coverAttempt(opened, channel, { ...call, holdAt }, deps)
  return sent
}

function changedFields(incoming: IncomingSingle, before: JsonObject, after: JsonObject): Partial<IncomingSingle> {
  const { body } = incoming
  const changed = chargedFields.filter((name) => before[name] !== after[name])
  const texts = (['size', 'quality'] as const).filter((name) => before[name] !== after[name])
  return {
    ...(!isForm(body) && { body: { ...body, ...Object.fromEntries(changed.map((name) => [name, after[name]])) } }),
    ...Object.fromEntries(texts.map((name) => [name, textOf(after[name])])),
  }
}

/** Whether only size and quality, whose prices are known, and the tier of service differ. */
function isPriced(before: JsonObject, after: JsonObject): boolean {
  const { size: _, quality: __, partial_images: ___, ...one } = before
  const { size: ____, quality: _____, partial_images: ______, ...other } = after
  return !measureChange(one, other).hasOthers
}
