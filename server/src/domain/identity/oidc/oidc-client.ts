import { LRUCache } from 'lru-cache'
import type * as client from 'openid-client'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'

export type OidcSettings = { issuer: string; client_id: string; client_secret: string }
export type OidcCheck = { currentUrl: URL; state: string; nonce: string; verifier: string }

/** The claims that we read; all but the subject may be missing or of any type. */
const claims = z.looseObject({ sub: z.string().min(1).max(255) })
export type Claims = z.infer<typeof claims>

const timeoutSeconds = 10
const discoverySeconds = 3600
/** Clocks of providers differ from ours. */
const toleranceSeconds = 30

type OidcClientDeps = Pick<Deps, 'outbound' | 'clock' | 'log'>
export type OidcClient = ReturnType<typeof createOidcClient>

/** The address without the path of the discovery document, which operators paste as often as the issuer. */
export const issuerOf = (address: string) => address.replace(/\/\.well-known\/openid-configuration\/?$/, '')

/**
 * Talks to providers through the one client for outbound requests. Discovery documents and keys are cached for an hour.
 */
export function createOidcClient({ outbound, clock, log }: OidcClientDeps) {
  const known = new LRUCache<string, client.Configuration>({ max: 50, ttl: discoverySeconds * 1000 })

  const fetchOutbound: client.CustomFetch = async (url, { method, headers, body }) => {
    const isPost = method === 'POST'
    const sent = isPost && { method: 'POST' as const, body: String(body) }
    const response = await outbound.send(url, { ...sent, headers: { ...headers }, timeoutSeconds })
    // The library accepts only JSON; a body of another type fails when it is parsed.
    return new Response(response.body, { status: response.status, headers: { 'content-type': 'application/json' } })
  }

  async function discover(settings: OidcSettings, isAnew = false): Promise<client.Configuration> {
    const { issuer, client_id, client_secret } = settings
    const key = JSON.stringify([issuer, client_id, client_secret])
    const found = isAnew ? undefined : known.get(key)
    if (found) return found
    const library = await import('openid-client') // rarely needed
    const isHttp = issuer.startsWith('http:') // inside a private network
    const discovered = await library.discovery(new URL(issuer), client_id, undefined, library.None(), {
      [library.customFetch]: fetchOutbound,
      execute: isHttp ? [library.allowInsecureRequests] : [],
    })
    const server = discovered.serverMetadata()
    const methods = server.token_endpoint_auth_methods_supported
    const isBasic = !methods || methods.includes('client_secret_basic') // the default of the specification
    const auth = !client_secret
      ? library.None()
      : isBasic
        ? library.ClientSecretBasic(client_secret)
        : library.ClientSecretPost(client_secret)
    const metadata = {
      [library.clockSkew]: clock() - Math.floor(Date.now() / 1000),
      [library.clockTolerance]: toleranceSeconds,
    }
    const configuration = new library.Configuration(server, client_id, metadata, auth)
    configuration[library.customFetch] = fetchOutbound
    if (isHttp) library.allowInsecureRequests(configuration)
    // The signature is checked although the token comes straight from the provider.
    library.enableNonRepudiationChecks(configuration)
    known.set(key, configuration)
    return configuration
  }

  const unreachable = (error: unknown): never => {
    log.warn('an identity provider did not respond as expected', { error: (error as Error).message })
    throw new AppError('oidc_unreachable')
  }

  return {
    /** Refuses an address without a discovery document of this issuer. */
    async check(settings: OidcSettings): Promise<void> {
      await discover(settings, true).catch((error: unknown) => {
        log.warn('no discovery document', { error: (error as Error).message })
        throw new AppError('oidc_discovery_failed')
      })
    },

    async authorizeAddress(settings: OidcSettings, params: Record<string, string>): Promise<string> {
      const configuration = await discover(settings).catch(unreachable)
      const { buildAuthorizationUrl } = await import('openid-client')
      return buildAuthorizationUrl(configuration, params).href
    },

    async challengeOf(verifier: string): Promise<string> {
      const { calculatePKCECodeChallenge } = await import('openid-client')
      return calculatePKCECodeChallenge(verifier)
    },

    /** Code → tokens → claims. Issuer, audience, expiry, nonce, state and signature are checked. */
    async claimsOf(settings: OidcSettings, { currentUrl, state, nonce, verifier }: OidcCheck) {
      const configuration = await discover(settings).catch(unreachable)
      const library = await import('openid-client')
      try {
        const tokens = await library.authorizationCodeGrant(configuration, currentUrl, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        const proved = claims.parse(tokens.claims())
        const { issuer, userinfo_endpoint } = configuration.serverMetadata()
        const more = userinfo_endpoint
          ? await library.fetchUserInfo(configuration, tokens.access_token, proved.sub)
          : {}
        return { issuer, claims: { ...more, ...proved } as Claims }
      } catch (error) {
        const { name, message } = error as Error
        log.warn('a sign-in by an identity provider was refused', { error: name, reason: message })
        throw new AppError('oidc_refused')
      }
    },
  }
}
