import { createHmac } from 'node:crypto'
import type { Call } from '../exchange/call.ts'

/** The secret that belongs to a key. */
const secretOf = (apiKey: string): string => `secret-of-${apiKey}`

const claimPattern =
  /^(?:api_key|hmac username)="([^"]+)", algorithm="hmac-sha256", headers="host date request-line", signature="([^"]+)"$/

function claimOf(query: URLSearchParams): { apiKey: string; signature: string } | undefined {
  const claim = Buffer.from(query.get('authorization') ?? '', 'base64').toString()
  const [, apiKey, signature] = claimPattern.exec(claim) ?? []
  return apiKey === undefined || signature === undefined ? undefined : { apiKey, signature }
}

export const apiKeyOf = (query: URLSearchParams): string => claimOf(query)?.apiKey ?? ''

const skewMaxMs = 300_000

/** What is wrong with the signature of a handshake; undefined when it is right. */
export function signatureProblem({ headers, query, path }: Call): { status: number; message: string } | undefined {
  const claim = claimOf(query)
  if (!claim) return { status: 401, message: 'Unauthorized' }
  const date = query.get('date') ?? ''
  if (!(Math.abs(Date.now() - Date.parse(date)) <= skewMaxMs))
    return { status: 403, message: 'HMAC signature cannot be verified, a valid date or x-date header is required' }
  if (query.get('host') !== headers.host) return { status: 401, message: 'HMAC signature does not match' }
  const signed = `host: ${headers.host}\ndate: ${date}\nGET ${path} HTTP/1.1`
  const expected = createHmac('sha256', secretOf(claim.apiKey)).update(signed).digest('base64')
  return expected === claim.signature ? undefined : { status: 401, message: 'HMAC signature cannot be verified' }
}
