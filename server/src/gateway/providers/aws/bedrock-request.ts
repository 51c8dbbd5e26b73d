import { AwsV4Signer } from 'aws4fetch'
import type { JsonObject } from '../../forms/chat.ts'
import { fixedPath } from '../openai-shaped/fixed-path.ts'
import type { SentRequest, Signature, Target, UpstreamRequest } from '../provider.ts'
import { type Credentials, readCredentials } from './credentials.ts'

type Account = Pick<Target, 'base_url' | 'key'>
/** The runtime host, which runs models, and the control host, which lists them. */
type Host = 'bedrock-runtime' | 'bedrock'

/** A channel's own address replaces both hosts, for private networks. */
function originOf({ base_url }: Account, host: Host, region: string): string {
  if (base_url !== '') return base_url
  return `https://${host}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
}

export const eventStreamType = 'application/vnd.amazon.eventstream'

/** The signed headers: those that no proxy changes. */
const signedHeaders = ['content-type']

/** `20260101T000000Z` */
const timeText = (now: number): string => new Date(now * 1000).toISOString().replace(/[-:]|\.\d{3}/g, '')

async function sign(
  credentials: Extract<Credentials, { accessKey: string }>,
  { method, url, headers, body }: SentRequest,
  now: number,
): Promise<Signature> {
  const signer = new AwsV4Signer({
    method,
    url,
    headers: signedHeaders.flatMap((name): [string, string][] => {
      const value = headers[name]
      return value === undefined ? [] : [[name, value]]
    }),
    // The library's types lack bytes over shared memory. The gateway's requests never have them.
    body: body as string | ArrayBuffer,
    accessKeyId: credentials.accessKey,
    secretAccessKey: credentials.secretKey,
    ...(credentials.sessionToken !== undefined && { sessionToken: credentials.sessionToken }),
    service: 'bedrock', // also on the host of the models
    region: credentials.region,
    datetime: timeText(now),
    allHeaders: true,
  })
  const signed = await signer.sign()
  const names = ['authorization', 'x-amz-date', 'x-amz-security-token']
  return {
    headers: Object.fromEntries(
      names.flatMap((name) => {
        const value = signed.headers.get(name)
        return value === null ? [] : [[name, value]]
      }),
    ),
  }
}

/** A request with the account's credential: a bearer key, or a signature made when the request is sent. */
export function bedrockRequest(
  target: Account,
  host: Host,
  path: string,
  { accept = 'application/json', body }: { accept?: string; body?: JsonObject } = {},
): UpstreamRequest {
  const credentials = readCredentials(target.key)
  const request = {
    method: body ? ('POST' as const) : ('GET' as const),
    url: fixedPath(originOf(target, host, credentials.region) + path),
    ...(body && { body }),
  }
  if ('apiKey' in credentials) return { ...request, headers: { accept, authorization: `Bearer ${credentials.apiKey}` } }
  return { ...request, headers: { accept }, sign: (sent, now) => sign(credentials, sent, now) }
}

export const regionOf = ({ key }: Account): string => readCredentials(key).region
