import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { AddressRange } from '../../http/address-list.ts'
import { AppError } from '../../http/app-error.ts'
import type { Caller } from '../../http/caller.ts'
import { isHttps } from '../../http/perimeter.ts'
import { issueValue, newSecret, type OneTimeKey, oneTimeLife, useOnFirstTry } from '../one-time/one-time.ts'

type Needs = Pick<Deps, 'store' | 'vault' | 'clock' | 'config'>
type StateRequest = { caller: Caller | undefined; request: FastifyRequest; reply: FastifyReply }

const keyOf = (owner: 'session' | 'browser', id: string): OneTimeKey => ({
  purpose: 'oauth state',
  subject: `${owner} ${id}`,
})

/** A state for this browser only: with a session it is for binding an identity, without one for signing in. */
export async function issueState(
  deps: Needs,
  { caller, reply }: StateRequest,
  affCode: string | undefined,
): Promise<string> {
  const { vault, config } = deps
  const key = caller?.session
    ? keyOf('session', caller.session.hash)
    : keyOf('browser', vault.hash(setBrowserCookie(reply, config.TRUSTED_PROXIES), 'one-time value'))
  const value = newSecret(128)
  await issueValue(deps, { ...key, value, payload: affCode ?? '', lifeSeconds: oneTimeLife.stateSeconds })
  return value
}

/** Uses the state, right or wrong. A state issued for a sign-in cannot bind an identity, and vice versa. */
export async function useState(
  deps: Needs,
  { caller, request }: Omit<StateRequest, 'reply'>,
  state: string | undefined,
): Promise<{ affCode: string }> {
  const browser = readBrowserCookie(request, deps.config.TRUSTED_PROXIES)
  const key = caller?.session
    ? keyOf('session', caller.session.hash)
    : browser && keyOf('browser', deps.vault.hash(browser, 'one-time value'))
  const used = key && (await useOnFirstTry(deps, key, state ?? ''))
  if (!used) throw new AppError('oauth_state_wrong')
  return { affCode: used.payload }
}

const cookieName = (https: boolean) => (https ? '__Host-oauth' : 'oauth')

/** The cookie that identifies a browser without a session while it is at the provider. */
const readBrowserCookie = (request: FastifyRequest, trustedProxies: readonly AddressRange[]): string | undefined =>
  request.cookies[cookieName(isHttps(request, trustedProxies))] || undefined

/** Sets a new cookie for each state, so that an attacker cannot set a known one beforehand. */
function setBrowserCookie(reply: FastifyReply, trustedProxies: readonly AddressRange[]): string {
  const secure = isHttps(reply.request, trustedProxies)
  const browser = newSecret(256)
  reply.setCookie(cookieName(secure), browser, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    maxAge: oneTimeLife.stateSeconds,
  })
  return browser
}
