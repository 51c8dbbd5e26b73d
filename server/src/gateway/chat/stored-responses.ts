import { admitObjects } from '../call/admit-objects.ts'
import type { StoredResponses } from '../dialects/dialect.ts'
import { narrowRouting, type Routing } from '../entry/admit.ts'
import { translated } from '../entry/errors/refusals.ts'
import type { RelayCaller } from '../entry/key/authenticate.ts'
import type { ServerEvent } from '../forms/sse.ts'
import type { Provider } from '../providers/provider.ts'
import { type Channel, channelsSupporting } from '../routing/channel.ts'
import { openId, sealId } from '../routing/sealed-id.ts'
import { isObject, listOf } from '../translate/json/json-values.ts'
import { objectIdsIn } from '../translate/json/stored-objects.ts'
import type { IncomingChat } from './incoming-chat.ts'

/**
 * Routes a request that continues a stored response to the channel that stores it, with the upstream's own id. A
 * request that no permitted channel can continue is refused before any upstream is called.
 */
export function keepToChannel(
  received: IncomingChat,
  caller: RelayCaller,
  reachable: Routing,
): { incoming: IncomingChat; routing: Routing } {
  const requested = received.dialect.stored?.items?.withoutUnstored(received.body) ?? received.body
  const { body: admitted, routing } = admitObjects(requested, caller, reachable)
  const incoming = admitted === received.body ? received : { ...received, body: admitted }
  const { stored, native } = incoming.dialect
  if (!stored?.needsKeeper(incoming.body)) return { incoming, routing }
  const keepers = narrowRouting(
    routing,
    channelsSupporting(incoming.model, (provider) => native?.(provider)?.storesResponses === true),
  )
  if (!keepers) return refuse(stored.unsupported)
  const sealed = stored.previousId(incoming.body)
  if (sealed === undefined) return { incoming, routing: keepers }
  const opened = openId(sealed, caller.user_id)
  const kept = opened && narrowRouting(keepers, opened.isKeptBy)
  if (!opened || !kept) return refuse(stored.notFound)
  const body = stored.withPreviousId(incoming.body, opened.id)
  return { incoming: { ...incoming, body, previous: { id: opened.id, sealed } }, routing: kept }
}

const refuse = (mistake: StoredResponses['notFound']): never =>
  translated(() => {
    throw mistake()
  })

/** The request with the ids by which this channel knows the items of the conversation. */
export function withOwnItems(
  incoming: IncomingChat,
  channel: Channel,
  provider: Provider,
  { user_id }: RelayCaller,
): IncomingChat {
  const { stored, native } = incoming.dialect
  if (!stored?.items || !native?.(provider)) return incoming
  const body = stored.items.map(incoming.body, (id) => {
    const opened = openId(id, user_id)
    if (!opened) return 'plain'
    return opened.isKeptBy(channel) ? { own: opened.id } : 'lost'
  })
  return body === incoming.body ? incoming : { ...incoming, body }
}

/** Writes sealed ids into a response that is forwarded unchanged otherwise. */
export type ResponseSealer = {
  whole(bytes: Buffer, body: unknown): Buffer
  event(bytes: Buffer, event: ServerEvent | undefined): Buffer
  /** For events that name no new object, but may name a known one. */
  passing(bytes: Buffer): Buffer
}

/** A shorter id might equal other text in the response. */
const idLengthMin = 4

/** An id as it stands in JSON, and what replaces it. */
type Renamed = { from: Buffer; to: Buffer }

const renamed = (id: string, sealed: string): Renamed => ({
  from: Buffer.from(JSON.stringify(id)),
  to: Buffer.from(JSON.stringify(sealed)),
})

/** Some servers give a call and its item the same id. The id of a call belongs to the client and is not sealed. */
const isCallId = (text: Buffer, at: number): boolean =>
  /"call_id"\s*:\s*$/.test(text.toString('latin1', Math.max(0, at - 24), at))

function rename(bytes: Buffer, ids: Iterable<Renamed>): Buffer {
  let text = bytes
  for (const { from, to } of ids) {
    let at = text.indexOf(from)
    if (at === -1) continue
    const parts: Buffer[] = []
    let copied = 0
    for (; at !== -1; at = text.indexOf(from, at + from.length)) {
      if (isCallId(text, at)) continue
      parts.push(text.subarray(copied, at), to)
      copied = at + from.length
    }
    text = Buffer.concat([...parts, text.subarray(copied)])
  }
  return text
}

/** Undefined if the response is translated: then no id in it needs a channel. */
export function responseSealer(
  incoming: IncomingChat,
  channel: Channel,
  provider: Provider,
  { user_id }: RelayCaller,
): ResponseSealer | undefined {
  const { stored, native } = incoming.dialect
  const operation = native?.(provider)
  if (!stored || !operation) return undefined
  const isKept = operation.storesResponses === true && stored.isKept(incoming.body)
  const known = new Map<string, Renamed>()
  if (incoming.previous) known.set(incoming.previous.id, renamed(incoming.previous.id, incoming.previous.sealed))
  let hasId = !isKept
  const learn = (id: string) => {
    if (known.has(id) || id.length < idLengthMin) return
    known.set(id, renamed(id, sealId(id, channel, user_id)))
  }
  const learnIds = (value: unknown) => {
    if (!isObject(value)) return
    const id = isKept ? stored.responseId(value) : undefined
    if (id !== undefined) {
      hasId = true
      learn(id)
    }
    for (const item of stored.items?.idsIn(value, incoming.body) ?? []) learn(item)
    for (const { kind, id: named } of objectIdsIn(value)) if (kind === 'object') learn(named)
  }
  return {
    whole(bytes, body) {
      learnIds(body)
      return rename(bytes, known.values())
    },
    event(bytes, event) {
      if (!event) return bytes
      if (!hasId || stored.namesObjects.test(event.data)) learnIds(JSON.parse(event.data))
      return rename(bytes, known.values())
    },
    passing: (bytes) => rename(bytes, known.values()),
  }
}

const audioId = /"id"(\s*:\s*)"(audio_[\w-]+)"/g

/** OpenAI stores its audio for an hour, and a later message names it by its id. Undefined if no audio is requested. */
export function audioSealer(
  { dialect, body }: IncomingChat,
  channel: Channel,
  { speaksOpenAi }: Provider,
  { user_id }: RelayCaller,
): ((bytes: Buffer) => Buffer) | undefined {
  if (!dialect.isOwnForm || !speaksOpenAi || !listOf(body.modalities).includes('audio')) return undefined
  return (bytes) =>
    bytes.includes('"audio_')
      ? Buffer.from(
          bytes
            .toString('utf8')
            .replace(audioId, (_, colon: string, id: string) => `"id"${colon}"${sealId(id, channel, user_id)}"`),
        )
      : bytes
}
