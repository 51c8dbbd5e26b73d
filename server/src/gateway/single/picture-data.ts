import type { LightSignal } from '../../outbound/light-abort-signal.ts'
import { fetchMedia } from '../../outbound/media-fetch.ts'
import { userEgress } from '../../outbound/user-egress.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { isForm } from '../forms/form.ts'
import type { SingleOperation } from '../providers/provider.ts'
import { isObject, listOf, textOf } from '../translate/json/json-values.ts'
import type { SingleAsk } from './single-ask.ts'

/** An answer in the client's format. */
export type Written = { type: string; bytes: Buffer; body: Buffer | string; json: unknown }

/**
 * The answer with its pictures as data, where the client asked for data and the upstream gave addresses. A picture that
 * cannot be fetched keeps its address: it is drawn, and paid for.
 */
export async function withPictureData(
  answer: Written,
  body: SingleAsk['body'],
  { linksPictures }: SingleOperation,
  signal: LightSignal,
  { config }: Pick<RelayDeps, 'config'>,
): Promise<Written> {
  const wantsData = !isForm(body) && body.response_format === 'b64_json'
  if (!linksPictures || !wantsData || !isObject(answer.json)) return answer
  const stop = new AbortController()
  const hangUp = () => stop.abort()
  signal.addEventListener('abort', hangUp)
  try {
    const policy = userEgress(config.MEDIA_FETCH_ALLOW)
    const data = await Promise.all(listOf(answer.json.data).map((entry) => withData(entry, policy, stop.signal)))
    const json = { ...answer.json, data }
    return { ...answer, json, body: JSON.stringify(json) }
  } finally {
    signal.removeEventListener('abort', hangUp)
  }
}

async function withData(entry: unknown, policy: ReturnType<typeof userEgress>, signal: AbortSignal): Promise<unknown> {
  const address = isObject(entry) ? textOf(entry.url) : undefined
  if (!isObject(entry) || address === undefined) return entry
  try {
    const { bytes } = await fetchMedia(address, { policy, signal })
    const { url: _, ...rest } = entry
    return { ...rest, b64_json: bytes.toString('base64') }
  } catch {
    return entry
  }
}
