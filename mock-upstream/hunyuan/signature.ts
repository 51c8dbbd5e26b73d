import { createHash, createHmac } from 'node:crypto'
import type { Call } from '../exchange/call.ts'

/** The secret of a secret id. */
const secretOf = (secretId: string): string => `secret-of-${secretId}`

const credential =
  /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/hunyuan\/tc3_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/

export const secretIdOf = (authorization = ''): string => credential.exec(authorization)?.[1] ?? ''

const skewMaxSeconds = 300

/** The error in the signature of a call, by the vendor's name for it; undefined if the signature is valid. */
export function signatureProblem({ headers, bytes }: Call): string | undefined {
  const [, secretId = '', date = '', signedNames = '', signature] = credential.exec(headers.authorization ?? '') ?? []
  if (signature === undefined) return 'AuthFailure.InvalidAuthorization'
  const timestamp = Number(headers['x-tc-timestamp'])
  if (!(Math.abs(Date.now() / 1000 - timestamp) <= skewMaxSeconds)) return 'AuthFailure.SignatureExpire'
  if (new Date(timestamp * 1000).toISOString().slice(0, 10) !== date) return 'AuthFailure.SignatureFailure'
  const names = signedNames.split(';')
  if (!names.includes('content-type') || !names.includes('host')) return 'AuthFailure.SignatureFailure'
  const headerOf = (name: string) =>
    String(headers[name] ?? '')
      .trim()
      .toLowerCase()
  const canonical = [
    'POST\n/\n',
    ...names.map((name) => `${name}:${headerOf(name)}`),
    '',
    signedNames,
    createHash('sha256').update(bytes).digest('hex'),
  ].join('\n')
  const scope = `${date}/hunyuan/tc3_request`
  const hashed = createHash('sha256').update(canonical).digest('hex')
  const toSign = `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${hashed}`
  let key: string | Buffer = `TC3${secretOf(secretId)}`
  for (const part of [date, 'hunyuan', 'tc3_request']) key = createHmac('sha256', key).update(part).digest()
  const expected = createHmac('sha256', key).update(toSign).digest('hex')
  return expected === signature ? undefined : 'AuthFailure.SignatureFailure'
}
