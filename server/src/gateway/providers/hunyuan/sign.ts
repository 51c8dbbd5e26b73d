import { createHash, createHmac } from 'node:crypto'
import type { SentRequest } from '../provider.ts'

const service = 'hunyuan'
const algorithm = 'TC3-HMAC-SHA256'
const signedHeaders = 'content-type;host;x-tc-action'

const hashOf = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')
const keyed = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The signed parts of a request: its headers and the exact bytes of its body. */
export const canonicalRequest = ({ url, body }: Pick<SentRequest, 'url' | 'body'>, action: string): string =>
  [
    'POST',
    '/',
    '',
    'content-type:application/json',
    `host:${new URL(url).host}`,
    `x-tc-action:${action.toLowerCase()}`,
    '',
    signedHeaders,
    hashOf(body),
  ].join('\n')

/** The headers that sign a request of Tencent's cloud; `now` is in seconds. */
export function signTc3(
  sent: Pick<SentRequest, 'url' | 'body'>,
  { action, secretId, secretKey, now }: { action: string; secretId: string; secretKey: string; now: number },
): Record<string, string> {
  const date = new Date(now * 1000).toISOString().slice(0, 10)
  const scope = `${date}/${service}/tc3_request`
  const toSign = [algorithm, String(now), scope, hashOf(canonicalRequest(sent, action))].join('\n')
  const signingKey = keyed(keyed(keyed(`TC3${secretKey}`, date), service), 'tc3_request')
  const signature = keyed(signingKey, toSign).toString('hex')
  return {
    authorization: `${algorithm} Credential=${secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
    'x-tc-timestamp': String(now),
  }
}
