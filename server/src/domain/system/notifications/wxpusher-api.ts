import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { userEgress } from '../../../outbound/egress-policy.ts'
import { fetchMedia } from '../../../outbound/media-fetch.ts'
import { isAccepted, type Notice, wxpusherMessage } from './webhook-request.ts'

type WxpusherApiDeps = Pick<Deps, 'config' | 'options' | 'outbound' | 'log'>

const timeoutSeconds = 10
const pictureLimits = { bytesMax: 256 * 1024, timeoutMs: 10_000, redirectsMax: 3 }
/** Image types that run no code in a page. */
const pictureTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

const done = z.literal(1000)
const created = z.object({
  code: done,
  data: z.object({ code: z.string().min(1).max(256), url: z.string().max(2048) }),
})
const uid = z.string().regex(/^UID_[\w-]{1,100}$/)
// Documented as the id alone; some versions of the service return it as a member.
const scanned = z.object({ code: done, data: z.union([uid, z.object({ uid }).transform((data) => data.uid)]) })

/** The token of the operator's application at WxPusher; without one the service is switched off. */
export function appTokenOf({ options }: Pick<WxpusherApiDeps, 'options'>): string {
  const { WxPusherAppToken } = options.current()
  if (WxPusherAppToken === '') throw new AppError('wxpusher_disabled')
  return WxPusherAppToken
}

/** Has WxPusher make a QR code for one user to scan. Its callback would carry `extra`; we use none. */
export async function createCode(
  needs: WxpusherApiDeps,
  extra: string,
  lifeSeconds: number,
): Promise<{ code: string; url: string }> {
  const body = JSON.stringify({ appToken: appTokenOf(needs), extra, validTime: lifeSeconds })
  const parsed = created.safeParse(await requestApi(needs, 'POST', '/api/fun/create/qrcode', body))
  if (!parsed.success) throw failed(needs, 'no code was made')
  return parsed.data.data
}

/** The id of the user who scanned a code; undefined while nobody has. */
export async function findScanner(needs: WxpusherApiDeps, code: string): Promise<string | undefined> {
  const response = await requestApi(needs, 'GET', `/api/fun/scan-qrcode-uid?${new URLSearchParams({ code })}`)
  return scanned.safeParse(response).data?.data
}

/** The picture of a code as a data address, so that the page loads it from no other host. */
export async function codePicture(needs: WxpusherApiDeps, url: string): Promise<string> {
  const { MEDIA_FETCH_ALLOW, proxies } = needs.config
  const policy = userEgress(MEDIA_FETCH_ALLOW) // WxPusher supplies the address, so it is checked
  const signal = AbortSignal.timeout(pictureLimits.timeoutMs)
  const media = await fetchMedia(url, { policy, proxies, signal, limits: pictureLimits }).catch(() => undefined)
  if (!media || !pictureTypes.has(media.type)) throw failed(needs, 'the picture of the code could not be loaded')
  return `data:${media.type};base64,${media.bytes.toString('base64')}`
}

/** Sends a notice to a user of the operator's application; whether WxPusher accepted it. */
export async function sendToUser(needs: WxpusherApiDeps, uid: string, notice: Notice): Promise<boolean> {
  const { WxPusherAppToken: appToken } = needs.options.current()
  if (appToken === '') return false
  const body = JSON.stringify({ ...wxpusherMessage(notice), appToken, uids: [uid] })
  try {
    const response = await send(needs, 'POST', '/api/send/message', body)
    return isAccepted('wxpusher', response.status, response.body)
  } catch (error) {
    needs.log.info('webhook not sent', { kind: 'wxpusher', error: (error as Error).name })
    return false
  }
}

const send = ({ config, outbound }: WxpusherApiDeps, method: 'GET' | 'POST', path: string, body?: string) =>
  outbound.send(config.WXPUSHER_BASE + path, {
    method,
    headers: { 'content-type': 'application/json' },
    timeoutSeconds,
    ...(body !== undefined && { body }),
  })

async function requestApi(
  needs: WxpusherApiDeps,
  method: 'GET' | 'POST',
  path: string,
  body?: string,
): Promise<unknown> {
  try {
    return JSON.parse((await send(needs, method, path, body)).body)
  } catch (error) {
    throw failed(needs, (error as Error).name)
  }
}

function failed({ log }: Pick<WxpusherApiDeps, 'log'>, reason: string): AppError {
  log.warn('wxpusher did not respond as expected', { reason })
  return new AppError('wxpusher_failed')
}
