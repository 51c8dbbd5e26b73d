import { OutboundError } from '../../outbound/agents.ts'
import { AnswerTooLarge } from '../../outbound/exchange.ts'
import { type FetchedMedia, fetchMedia } from '../../outbound/media-fetch.ts'
import { userEgress } from '../../outbound/user-egress.ts'
import { Refusal } from '../entry/refusals.ts'
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

const unusable = (reason: string) => new Refusal('invalid_image_url', { params: { reason }, param: 'messages' })

/**
 * For one call: every address is downloaded once, however many channels the call is tried on. `take` counts its memory,
 * or refuses.
 */
export function mediaInliner(
  load: (url: string, signal: AbortSignal) => Promise<FetchedMedia>,
  take: (bytes: number) => Promise<void> | undefined = () => undefined,
): InlineMedia {
  const downloads = new Map<string, FetchedMedia>()
  let total = 0

  async function download(url: string, signal: AbortSignal): Promise<void> {
    const media = await load(url, signal).catch(refuse)
    total += media.bytes.length
    if (total > bytesMax) throw unusable('The media named by address is too large taken together')
    await take(media.bytes.length)
    downloads.set(url, media)
  }

  async function downloadAll(urls: readonly string[]): Promise<void> {
    const waiting = urls.values()
    const stop = new AbortController()
    const work = async () => {
      for (const url of waiting) await download(url, stop.signal)
    }
    try {
      await Promise.all(Array.from({ length: Math.min(atOnceMax, urls.length) }, work))
    } finally {
      stop.abort()
    }
  }

  return async (request, keeps) => {
    const named = addressesIn(request.messages).filter(({ url }) => !keeps(url))
    if (named.length === 0) return request
    const urls = [...new Set(named.map(({ url }) => url))]
    if (urls.length > addressesMax) throw unusable(`A request may name at most ${addressesMax} media addresses`)
    await downloadAll(urls.filter((url) => !downloads.has(url)))
    return { ...request, messages: request.messages.map((message) => withMedia(message, keeps, downloads)) }
  }
}

/** The inliner of a call, as the administrator set it up: through the worker where there is one. */
export function inlinerFor(
  { options }: Snapshot,
  gone: AbortSignal,
  take: (bytes: number) => Promise<void> | undefined,
  { config, agents }: RelayDeps,
): InlineMedia {
  const { WorkerUrl, WorkerValidKey } = options
  const worker = WorkerUrl ? { url: WorkerUrl, key: WorkerValidKey, agents } : undefined
  const policy = userEgress(config.MEDIA_FETCH_ALLOW)
  return mediaInliner(
    (url, signal) => fetchMedia(url, { policy, signal: AbortSignal.any([gone, signal]), ...(worker && { worker }) }),
    take,
  )
}

function refuse(error: unknown): never {
  if (error instanceof AnswerTooLarge) throw unusable('Media named by address is too large')
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
  downloads: ReadonlyMap<string, FetchedMedia>,
): ChatMessage {
  if (!Array.isArray(message.content)) return message
  const content = message.content.map((part) => {
    const address = isObject(part) ? addressOf(part) : undefined
    const media = address && !keeps(address.url) ? downloads.get(address.url) : undefined
    if (!address || !media) return part
    const mime = mediaTypeOf(address.kind, media)
    if (!mime) throw unusable('Media named by address is of a kind or size that cannot be used')
    return withData(part, `data:${mime};base64,${media.bytes.toString('base64')}`)
  })
  return { ...message, content }
}
