import { generateKeyPairSync, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { bearerOf, type Call, isWrongKey } from '../exchange/call.ts'
import { isObject, type JsonObject, textOf } from '../exchange/json.ts'
import { json, type MockResponse, Refusal } from '../exchange/response.ts'

export const project = 'mock-project'
export const tokenPath = '/token'
const emailEnd = `@${project}.iam.gserviceaccount.com`
const scope = 'https://www.googleapis.com/auth/cloud-platform'
const lifetimeMax = 3600
const tokenStart = 'ya29.mock-'

let pair: { publicKey: string; privateKey: string } | undefined

/** One key pair for all accounts of this process, generated on first use. */
const keyPair = () => {
  pair ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return pair
}

/** The document of a service account of this name. */
export const serviceAccountOf = (name: string): string =>
  JSON.stringify({
    type: 'service_account',
    project_id: project,
    private_key_id: 'mock-key-id',
    private_key: keyPair().privateKey,
    client_email: name + emailEnd,
    token_uri: 'https://oauth2.googleapis.com/token',
  })

const refused = (error: string, error_description: string) => new Refusal(400, { error, error_description })

const parsed = (part: string): JsonObject => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** Exchanges a signed assertion for an access token that names its account, so that the mock stores nothing. */
export function exchange(call: Call): MockResponse {
  const { grant_type, assertion } = call.body
  if (grant_type !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
    throw refused('unsupported_grant_type', 'Invalid grant_type')
  const [header = '', claims = '', signature = ''] = textOf(assertion).split('.')
  const { alg, typ } = parsed(header)
  const { iss, scope: requested, aud, iat, exp } = parsed(claims)
  if (alg !== 'RS256' || typ !== 'JWT') throw refused('invalid_grant', 'Invalid JWT: unknown algorithm.')
  if (!verify('sha256', Buffer.from(`${header}.${claims}`), keyPair().publicKey, Buffer.from(signature, 'base64url')))
    throw refused('invalid_grant', 'Invalid JWT Signature.')
  if (aud !== `${call.origin}/vertex${tokenPath}`) throw refused('invalid_grant', 'Invalid JWT: wrong audience.')
  if (requested !== scope) throw refused('invalid_scope', 'Invalid OAuth scope or ID token audience provided.')
  if (typeof iat !== 'number' || typeof exp !== 'number' || exp <= iat || exp - iat > lifetimeMax)
    throw refused('invalid_grant', 'Invalid JWT: Token must be a short-lived token (60 minutes).')
  const email = textOf(iss)
  if (!email.endsWith(emailEnd) || isWrongKey(email)) throw refused('invalid_grant', 'Invalid grant: account not found')
  const name = Buffer.from(email.slice(0, -emailEnd.length)).toString('base64url')
  return json({ access_token: `${tokenStart}${name}.${call.serial}`, expires_in: 3599, token_type: 'Bearer' })
}

/**
 * The account of a call, or its API key. The exchange belongs to no account, so that no account's faults apply to it.
 */
export function keyOf(headers: IncomingHttpHeaders, _: URLSearchParams, path: string): string {
  if (path === tokenPath) return 'token exchange'
  const key = headers['x-goog-api-key']
  if (typeof key === 'string') return key
  const token = bearerOf(headers)
  return token.startsWith(tokenStart)
    ? Buffer.from(token.slice(tokenStart.length).split('.')[0] ?? '', 'base64url').toString()
    : ''
}
