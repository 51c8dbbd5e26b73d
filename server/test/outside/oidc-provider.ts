import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Json = Record<string, unknown>
/** How an ID token differs from a good one. */
export type Forgery = { claims?: Json; alg?: 'none' | 'HS256'; isStranger?: true }
type Grant = { nonce: string; challenge: string; redirectUri: string; person: Json; forgery: Forgery }

export type OidcProvider = {
  issuer: string
  client: { client_id: string; client_secret: string }
  /** Every request that came, as method and path. */
  sent: string[]
  /** The person consents on the page at this address: returns the query that the browser comes back with. */
  consent(address: string, person: Json, forgery?: Forgery): URLSearchParams
  /** From now on tokens are signed with a new key, and the old one is no longer published. */
  rotate(): void
  /** The discovery document names this issuer instead. */
  claimIssuer(issuer: string | undefined): void
  /** While it is set, every response is an error. */
  fail(isFailing: boolean): void
  stop(): Promise<void>
}

const encode = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url')
const newKey = (id: string) => ({ id, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) })

/** A provider as OpenID Connect Core and Discovery describe one: code flow, PKCE, RS256, client_secret_basic. */
export async function startOidcProvider(
  now: () => number = () => Math.floor(Date.now() / 1000),
): Promise<OidcProvider> {
  const client = { client_id: 'turnpike', client_secret: 'oidc-secret-7f3a' }
  /** Both halves are encoded as in a form (RFC 6749, section 2.3.1). */
  const isClient = ({ authorization = '' }: IncomingMessage['headers']) => {
    const [scheme, credentials = ''] = authorization.split(' ')
    const [id, secret] = Buffer.from(credentials, 'base64').toString().split(':').map(decodeURIComponent)
    return scheme === 'Basic' && id === client.client_id && secret === client.client_secret
  }
  const sent: string[] = []
  const grants = new Map<string, Grant>()
  const people = new Map<string, Json>()
  const stranger = newKey('key-1')
  let key = newKey('key-1')
  let claimed: string | undefined
  let isFailing = false
  let count = 0
  let issuer = ''

  function idToken({ nonce, person, forgery }: Grant): string {
    const at = now()
    const usual = { iss: issuer, aud: client.client_id, sub: person.sub, iat: at, exp: at + 300, nonce }
    const { email, email_verified, preferred_username, name } = person
    const body = encode({ ...usual, email, email_verified, preferred_username, name, ...forgery.claims })
    const alg = forgery.alg ?? 'RS256'
    const head = encode({ alg, kid: key.id, typ: 'JWT' })
    const by: KeyObject = forgery.isStranger ? stranger.privateKey : key.privateKey
    const signature = alg === 'RS256' ? sign('sha256', Buffer.from(`${head}.${body}`), by).toString('base64url') : ''
    return `${head}.${body}.${signature}`
  }

  function token(headers: IncomingMessage['headers'], form: URLSearchParams): [number, Json] {
    if (!isClient(headers)) return [401, { error: 'invalid_client' }]
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight = grant?.challenge === challenge && grant.redirectUri === form.get('redirect_uri')
    if (!grant || !isRight || form.get('grant_type') !== 'authorization_code') return [400, { error: 'invalid_grant' }]
    people.set(`Bearer at-${code}`, grant.person)
    return [200, { access_token: `at-${code}`, token_type: 'Bearer', expires_in: 300, id_token: idToken(grant) }]
  }

  function result(method: string, path: string, headers: IncomingMessage['headers'], body: string): [number, Json] {
    if (isFailing) return [500, { error: 'server_error' }]
    switch (`${method} ${path}`) {
      case 'GET /.well-known/openid-configuration':
        return [
          200,
          {
            issuer: claimed ?? issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${issuer}/token`,
            userinfo_endpoint: `${issuer}/userinfo`,
            jwks_uri: `${issuer}/jwks`,
            response_types_supported: ['code'],
            subject_types_supported: ['public'],
            id_token_signing_alg_values_supported: ['RS256'],
            code_challenge_methods_supported: ['S256'],
          },
        ]
      case 'GET /jwks': {
        const jwk = key.publicKey.export({ format: 'jwk' })
        return [200, { keys: [{ ...jwk, kid: key.id, alg: 'RS256', use: 'sig' }] }]
      }
      case 'POST /token':
        return token(headers, new URLSearchParams(body))
      case 'GET /userinfo': {
        const person = people.get(headers.authorization ?? '')
        return person ? [200, person] : [401, { error: 'invalid_token' }]
      }
      default:
        return [404, { error: 'not_found' }]
    }
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    sent.push(`${method} ${url}`)
    const [status, body] = result(method, url, headers, Buffer.concat(chunks).toString())
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP listener's address is never a text

  return {
    issuer,
    client,
    sent,
    consent(address, person, forgery = {}) {
      const { searchParams: query } = new URL(address)
      const code = `oidc-code-${++count}`
      grants.set(code, {
        nonce: query.get('nonce') ?? '',
        challenge: query.get('code_challenge') ?? '',
        redirectUri: query.get('redirect_uri') ?? '',
        person,
        forgery,
      })
      return new URLSearchParams({ code, state: query.get('state') ?? '' })
    },
    rotate() {
      key = newKey(`key-${++count}`)
    },
    claimIssuer(next) {
      claimed = next
    },
    fail(next) {
      isFailing = next
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
