import { OutboundError } from '../../outbound/agents.ts'
import { userEgress } from '../../outbound/egress-policy.ts'
import { ResponseTooLarge } from '../../outbound/exchange.ts'
import { type FetchedMedia, fetchMedia, type TakeMemory } from '../../outbound/media-fetch.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import { memoryLimits } from '../entry/in-flight/in-flight.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { ChatMessage, ChatRequest } from '../forms/chat.ts'
import type { Snapshot } from '../routing/snapshot.ts'
import { isObject } from '../translate/json/json-values.ts'
import { addressOf, type MediaAddress, withData } from './media-parts.ts'
import { mediaTypeOf } from './media-type.ts'

/** Replaces media addresses in a request by the media. `keeps` names the addresses that the upstream reads itself. */
export type InlineMedia = (request: ChatRequest, keeps: (url: string) => boolean) => Promise<ChatRequest>

const addressesMax = 16
const atOnceMax = 4
const bytesMax = 64 * 1024 * 1024
/** Memory per byte of media: the byte, its base64, and the request that contains the base64. */
const copies = 1 + 4 / 3 + 4 / 3

const unusable = (reason: string) => new Refusal('invalid_image_url', { params: { reason }, param: 'messages' })

type Load = (url: string, signal: AbortSignal, take: TakeMemory) => Promise<FetchedMedia>
/** `take` reserves the memory of a call or refuses; the call may take `memoryMax` in all. */
type Memory = { take: TakeMemory; memoryMax: number }

/** For one call: every medium is downloaded once, however many channels the call is tried on. */
export function mediaInliner(
  load: Load,
  { take, memoryMax }: Memory = { take: () => undefined, memoryMax: Number.POSITIVE_INFINITY },
): InlineMedia {
  const totalMax = Math.min(bytesMax, memoryMax / copies)
  /** The media as data URLs: their bytes are not kept. */
  const downloads = new Map<string, string>()
  let total = 0

  const takeCopies = (bytes: number) => {
    total += bytes
    if (total > totalMax) throw unusable('The media named by address is too large taken together')
    return take(Math.ceil(bytes * copies))
  }

  async function download(address: MediaAddress, signal: AbortSignal): Promise<void> {
    const media = await load(address.url, signal, takeCopies).catch(refuse)
    const mime = mediaTypeOf(address.kind, media)
    if (!mime) throw unusable('Media named by address is of a kind or size that cannot be used')
    downloads.set(keyOf(address), `data:${mime};base64,${media.bytes.toString('base64')}`)
  }

  async function downloadAll(addresses: readonly MediaAddress[]): Promise<void> {
    const waiting = addresses.values()
    const stop = new AbortController()
    const work = async () => {
      for (const address of waiting) await download(address, stop.signal)
    }
    try {
      await Promise.all(Array.from({ length: Math.min(atOnceMax, addresses.length) }, work))
    } finally {
      stop.abort()
    }
  }

  return async (request, keeps) => {
    const named = addressesIn(request.messages).filter(({ url }) => !keeps(url))
    if (named.length === 0) return request
    const addresses = new Map(named.map((address) => [keyOf(address), address]))
    if (addresses.size > addressesMax) throw unusable(`A request may name at most ${addressesMax} media addresses`)
    await downloadAll([...addresses.values()].filter((address) => !downloads.has(keyOf(address))))
    return { ...request, messages: request.messages.map((message) => withMedia(message, keeps, downloads)) }
  }
}

/** The key of a download. It includes the kind of part, because the media type is checked for that kind. */
const keyOf = ({ kind, url }: MediaAddress): string => `${kind} ${url}`

/** The inliner of a call by the administrator's settings, which may name a worker. */
export function inlinerFor(
  { options }: Snapshot,
  gone: AbortSignal,
  take: TakeMemory,
  { config, agents }: RelayDeps,
): InlineMedia {
  const { WorkerUrl, WorkerValidKey } = options
  const worker = WorkerUrl ? { url: WorkerUrl, key: WorkerValidKey, agents: agents.through(undefined) } : undefined
  const policy = userEgress(config.MEDIA_FETCH_ALLOW)
  const { proxies } = config
  const load: Load = (url, signal, takeCopies) =>
    fetchMedia(url, {
      policy,
      proxies,
      signal: AbortSignal.any([gone, signal]),
      take: takeCopies,
      ...(worker && { worker }),
    })
  return mediaInliner(load, { take, memoryMax: memoryLimits(config).userBytesMax })
}

function refuse(error: unknown): never {
  if (error instanceof ResponseTooLarge) throw unusable('Media named by address is too large')
  if (error instanceof OutboundError) throw unusable('Media named by address could not be fetched')
  throw error
}

const addressesIn = (messages: readonly ChatMessage[]): MediaAddress[] =>
  messages.flatMap(({ content }) =>
    Array.isArray(content) ? content.map(addressOf).filter((address) => address !== undefined) : [],
  )

function withMedia(
  message: ChatMessage,
  keeps: (url: string) => boolean,
  downloads: ReadonlyMap<string, string>,
): ChatMessage {
  if (!Array.isArray(message.content)) return message
  const content = message.content.map((part) => {
    const address = isObject(part) ? addressOf(part) : undefined
    const data = address && !keeps(address.url) ? downloads.get(keyOf(address)) : undefined
    return data === undefined ? part : withData(part, data)
  })
  return { ...message, content }
}
