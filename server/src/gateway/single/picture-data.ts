import { isForm } from '../../light/is-form.ts'
import type { LightSignal } from '../../light/light-abort-signal.ts'
import { userEgress } from '../../outbound/egress-policy.ts'
import { fetchMedia, type MediaFetch } from '../../outbound/media-fetch.ts'
import { proxiesOfChannel } from '../../outbound/proxies.ts'
import type { ChannelProxy } from '../../outbound/proxy.ts'
import type { RunningCall } from '../entry/in-flight/in-flight.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { SingleOperation } from '../providers/provider.ts'
import { isObject, listOf, textOf } from '../translate/json/json-values.ts'
import type { IncomingSingle } from './incoming-single.ts'

/** A response in the client's format. */
export type Written = { type: string; bytes: Buffer; body: Buffer | string; json: unknown }

/** Memory per byte of an image: the byte and its base64. The response counts when it is delivered. */
const copies = 1 + 4 / 3

/**
 * The response with its images as data, if the client requested data and the upstream gave addresses. An image that
 * cannot be fetched, or does not fit into memory, keeps its address: it is made, and paid for.
 */
export async function withPictureData(
  response: Written,
  body: IncomingSingle['body'],
  { linksPictures }: SingleOperation,
  { signal, running, proxy }: { signal: LightSignal; running: RunningCall | undefined; proxy: ChannelProxy },
  { config }: Pick<RelayDeps, 'config'>,
): Promise<Written> {
  const wantsData = !isForm(body) && body.response_format === 'b64_json'
  if (!linksPictures || !wantsData || !isObject(response.json)) return response
  const stop = new AbortController()
  const hangUp = () => stop.abort()
  signal.addEventListener('abort', hangUp)
  try {
    const policy = userEgress(config.MEDIA_FETCH_ALLOW)
    const proxies = proxiesOfChannel(proxy, config.proxies)
    const load = (address: string) => loadCounted(address, { policy, proxies, signal: stop.signal }, running)
    const data = await Promise.all(listOf(response.json.data).map((entry) => withData(entry, load)))
    const json = { ...response.json, data }
    return { ...response, json, body: JSON.stringify(json) }
  } finally {
    signal.removeEventListener('abort', hangUp)
  }
}

async function withData(entry: unknown, load: (address: string) => Promise<Buffer>): Promise<unknown> {
  const address = isObject(entry) ? textOf(entry.url) : undefined
  if (!isObject(entry) || address === undefined) return entry
  try {
    const bytes = await load(address)
    const { url: _, ...rest } = entry
    return { ...rest, b64_json: bytes.toString('base64') }
  } catch {
    return entry
  }
}

/** The bytes of an image. The memory of a failed download is returned: the call continues without it. */
async function loadCounted(address: string, how: MediaFetch, running: RunningCall | undefined): Promise<Buffer> {
  let taken = 0
  const take = (bytes: number) => {
    const more = Math.ceil(bytes * copies)
    const count = () => {
      taken += more
    }
    const taking = running?.take(more)
    if (taking) return taking.then(count)
    count()
    return undefined
  }
  try {
    return (await fetchMedia(address, { ...how, take })).bytes
  } catch (error) {
    running?.give(taken)
    throw error
  }
}
