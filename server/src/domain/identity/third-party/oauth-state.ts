import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import { readBrowserCookie, setBrowserCookie } from '../one-time/browser-cookie.ts'
import { issueValue, newSecret, type OneTimeKey, oneTimeLife, useOnFirstTry } from '../one-time/one-time.ts'

type OauthStateDeps = Pick<Deps, 'store' | 'vault' | 'clock' | 'config'>
type StateRequest = { caller: Caller | undefined; request: FastifyRequest; reply: FastifyReply }

const keyOf = (owner: 'session' | 'browser', id: string): OneTimeKey => ({
  purpose: 'oauth state',
  subject: `${owner} ${id}`,
})

const cookieSetting = ({ TRUSTED_PROXIES }: Deps['config']) => ({
  lifeSeconds: oneTimeLife.stateSeconds,
  trustedProxies: TRUSTED_PROXIES,
})

/** A state for this browser only: with a session it is for binding an identity, without one for signing in. */
export async function issueState(
  deps: OauthStateDeps,
  { caller, reply }: StateRequest,
  affCode: string | undefined,
): Promise<string> {
  const { vault, config } = deps
  const key = caller?.session
    ? keyOf('session', caller.session.hash)
    : keyOf('browser', vault.hash(setBrowserCookie('oauth', reply, cookieSetting(config)), 'one-time value'))
  const value = newSecret(128)
  await issueValue(deps, { ...key, value, payload: affCode ?? '', lifeSeconds: oneTimeLife.stateSeconds })
  return value
}

/** Uses the state, right or wrong. A state issued for a sign-in cannot bind an identity, and vice versa. */
export async function useState(
  deps: OauthStateDeps,
  { caller, request }: Omit<StateRequest, 'reply'>,
  state: string | undefined,
): Promise<{ affCode: string }> {
  const browser = readBrowserCookie('oauth', request, deps.config.TRUSTED_PROXIES)
  const key = caller?.session
    ? keyOf('session', caller.session.hash)
    : browser && keyOf('browser', deps.vault.hash(browser, 'one-time value'))
  const used = key && (await useOnFirstTry(deps, key, state ?? ''))
  if (!used) throw new AppError('oauth_state_wrong')
  return { affCode: used.payload }
}
