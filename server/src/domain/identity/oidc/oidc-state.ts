import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import { readBrowserCookie, setBrowserCookie } from '../one-time/browser-cookie.ts'
import { issueValue, newSecret, type OneTimeKey, oneTimeLife, useOnFirstTry } from '../one-time/one-time.ts'

type OidcStateDeps = Pick<Deps, 'store' | 'vault' | 'clock' | 'config'>
const keyOf = (slug: string, owner: string): OneTimeKey => ({ purpose: 'oidc state', subject: `${slug} ${owner}` })

/** The state that is needed when the browser returns. */
const errand = z.object({ nonce: z.string(), verifier: z.string(), affCode: z.string() })
type Begun = { state: string; nonce: string; verifier: string }

/** State, nonce and PKCE verifier for this browser and provider: with a session for binding, without one for signing in. */
export async function beginErrand(
  deps: OidcStateDeps,
  slug: string,
  { caller, reply }: { caller: Caller | undefined; reply: FastifyReply },
  affCode = '',
): Promise<Begun> {
  const { vault, config } = deps
  const setting = { lifeSeconds: oneTimeLife.stateSeconds, trustedProxies: config.TRUSTED_PROXIES }
  const owner = caller?.session
    ? `session ${caller.session.hash}`
    : `browser ${vault.hash(setBrowserCookie('oauth', reply, setting), 'one-time value')}`
  const begun = { state: newSecret(128), nonce: newSecret(128), verifier: newSecret(256) }
  const payload = vault.encrypt(
    JSON.stringify({ nonce: begun.nonce, verifier: begun.verifier, affCode }),
    'one-time value',
  )
  await issueValue(deps, { ...keyOf(slug, owner), value: begun.state, payload, lifeSeconds: oneTimeLife.stateSeconds })
  return begun
}

/** Uses the state, right or wrong. One for a sign-in cannot bind, and vice versa. */
export async function endErrand(
  deps: OidcStateDeps,
  slug: string,
  { caller, request }: { caller: Caller | undefined; request: FastifyRequest },
  state: string | undefined,
) {
  const browser = readBrowserCookie('oauth', request, deps.config.TRUSTED_PROXIES)
  const owner = caller?.session
    ? `session ${caller.session.hash}`
    : browser && `browser ${deps.vault.hash(browser, 'one-time value')}`
  const used = owner && (await useOnFirstTry(deps, keyOf(slug, owner), state ?? ''))
  if (!used) throw new AppError('oauth_state_wrong')
  return errand.parse(JSON.parse(deps.vault.decrypt(used.payload, 'one-time value')))
}
