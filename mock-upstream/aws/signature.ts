import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { bearerOf, type Call, isWrongKey } from '../exchange/call.ts'
import { awsError } from './errors.ts'

const scheme =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([a-z0-9-]+)\/bedrock\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/

/** The secret of an access key, derived from it so that the mock stores none. */
export const secretOf = (accessKey: string): string => `secret/of+${accessKey}`

/** The access key of a signed call, or its bearer key. */
export const keyOf = (headers: IncomingHttpHeaders): string =>
  scheme.exec(headers.authorization ?? '')?.[1] ?? bearerOf(headers)

/** The region of a signature; undefined with a bearer key, which has none. */
export const regionOf = (headers: IncomingHttpHeaders): string | undefined =>
  scheme.exec(headers.authorization ?? '')?.[3]

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
/** All characters except the unreserved ones. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** Refuses a call whose signature does not match its bytes. `prefix` is the part of the path before the vendor's. */
export function checkSignature(call: Call, prefix: string): void {
  const { headers, key } = call
  if (key === '') throw awsError(403, 'Missing Authentication Token', 'MissingAuthenticationTokenException')
  if (isWrongKey(key))
    throw awsError(403, 'The security token included in the request is invalid.', 'UnrecognizedClientException')
  const [, accessKey, date, region, names, signature] = scheme.exec(headers.authorization ?? '') ?? []
  if (accessKey === undefined || date === undefined || region === undefined || names === undefined) return // a bearer key
  const signed = names.split(';')
  const time = String(headers['x-amz-date'])
  for (const name of ['host', 'x-amz-date', ...(headers['content-type'] === undefined ? [] : ['content-type'])])
    if (!signed.includes(name)) throw mismatch(`'${name}' must be a 'SignedHeader'`)
  const altered = signed.find((name) => ['user-agent', 'authorization', 'connection', 'content-length'].includes(name))
  if (altered !== undefined) throw mismatch(`'${altered}' was altered by a proxy`)
  if (!/^\d{8}T\d{6}Z$/.test(time) || !time.startsWith(date)) throw mismatch('the date of the scope is another one')
  const canonical = [
    call.method,
    (prefix + call.path).split('/').map(encode).join('/'),
    [...call.query]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...signed.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    names,
    sha256(call.bytes),
  ].join('\n')
  const scope = `${date}/${region}/bedrock/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const signingKey = ['bedrock', 'aws4_request'].reduce(
    (parent, part) => hmac(parent, part),
    hmac(hmac(`AWS4${secretOf(accessKey)}`, date), region),
  )
  if (hmac(signingKey, text).toString('hex') !== signature) throw mismatch('Check your AWS Secret Access Key')
}

const mismatch = (reason: string) =>
  awsError(
    403,
    `The request signature we calculated does not match the signature you provided. ${reason}.`,
    'InvalidSignatureException',
  )
