import type { StoredReplies } from '../dialects/dialect.ts'
import { narrowRouting, type Routing } from '../entry/admit.ts'
import type { RelayCaller } from '../entry/authenticate.ts'
import { translated } from '../entry/refusals.ts'
import type { ServerEvent } from '../forms/sse.ts'
import type { Provider } from '../providers/provider.ts'
import { type Channel, having } from '../routing/channel.ts'
import { openId, sealId } from '../routing/sealed-id.ts'
import { isObject } from '../translate/json/json-values.ts'
import type { ChatAsk } from './chat-ask.ts'

/**
 * Keeps a request that continues a stored reply to the channel that has it, and gives that channel the reply's own id. A
 * request that no channel in reach can continue is refused before any upstream is asked.
 */
export function keepToChannel(ask: ChatAsk, caller: RelayCaller, routing: Routing): { ask: ChatAsk; routing: Routing } {
  const { stored, native } = ask.dialect
  if (!stored?.needsKeeper(ask.body)) return { ask, routing }
  const keepers = narrowRouting(
    routing,
    having(ask.model, (provider) => native?.(provider) !== undefined),
  )
  if (!keepers) return refuse(stored.unsupported)
  const sealed = stored.previousId(ask.body)
  if (sealed === undefined) return { ask, routing: keepers }
  const opened = openId(sealed, caller.user_id)
  const kept = opened && narrowRouting(keepers, opened.isKeptBy)
  if (!opened || !kept) return refuse(stored.notFound)
  const body = stored.withPreviousId(ask.body, opened.id)
  return { ask: { ...ask, body, previous: { id: opened.id, sealed } }, routing: kept }
}

const refuse = (mistake: StoredReplies['notFound']): never =>
  translated(() => {
    throw mistake()
  })

/** Writes sealed ids into a reply that passes as it came. */
export type ReplySealer = {
  whole(bytes: Buffer, body: unknown): Buffer
  event(bytes: Buffer, event: ServerEvent | undefined): Buffer
  /** Events that do not tell the id of the reply, but may hold one that is known. */
  passing(bytes: Buffer): Buffer
}

/** Undefined where the upstream keeps nothing of the reply: then its id needs no channel. */
export function replySealer(
  ask: ChatAsk,
  channel: Channel,
  provider: Provider,
  caller: RelayCaller,
): ReplySealer | undefined {
  const { stored, native } = ask.dialect
  if (!stored?.isKept(ask.body) || !native?.(provider)) return undefined
  const renamed = new Map<string, string>()
  const rename = (id: string, sealed: string) => void renamed.set(JSON.stringify(id), JSON.stringify(sealed))
  if (ask.previous) rename(ask.previous.id, ask.previous.sealed)
  let hasId = false
  const learnId = (value: unknown) => {
    const id = isObject(value) ? stored.replyId(value) : undefined
    if (id === undefined) return
    hasId = true
    rename(id, sealId(id, channel, caller.user_id))
  }
  const write = (bytes: Buffer): Buffer => {
    let text = bytes.toString('utf8')
    for (const [id, sealed] of renamed) text = text.replaceAll(id, () => sealed)
    return Buffer.from(text)
  }
  return {
    whole(bytes, body) {
      learnId(body)
      return write(bytes)
    },
    event(bytes, event) {
      if (!event) return bytes
      if (!hasId) learnId(JSON.parse(event.data))
      return [...renamed.keys()].some((id) => event.data.includes(id)) ? write(bytes) : bytes
    },
    passing: (bytes) => (renamed.keys().some((id) => bytes.includes(id)) ? write(bytes) : bytes),
  }
}
