import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { AddressRange } from '../../http/address-list.ts'
import { AppError } from '../../http/app-error.ts'
import type { Caller } from '../../http/caller.ts'
import { isHttps } from '../../http/perimeter.ts'
import { issueValue, newSecret, type OneTimeKey, oneTimeLife, useOnFirstTry } from '../one-time/one-time.ts'

type Needs = Pick<Deps, 'store' | 'vault' | 'clock' | 'config'>
type StateRequest = { caller: Caller | undefined; request: FastifyRequest; reply: FastifyReply }

const boundTo = (owner: 'session' | 'browser', id: string): OneTimeKey => ({
  purpose: 'oauth state',
  subject: `${owner} ${id}`,
})

/** A state for this browser alone: bound to its session it binds an account, without one it signs in. */
export async function issueState(
  deps: Needs,
  { caller, reply }: StateRequest,
  affCode: string | undefined,
): Promise<string> {
  const { vault, config } = deps
  const key = caller?.session
    ? boundTo('session', caller.session.hash)
    : boundTo('browser', vault.hash(markBrowser(reply, config.TRUSTED_PROXIES), 'one-time value'))
  const value = newSecret(128)
  await issueValue(deps, { ...key, value, payload: affCode ?? '', lifeSeconds: oneTimeLife.stateSeconds })
  return value
}

/** Uses the state up, whatever it is; a state that was given for a sign-in binds nothing, nor the other way round. */
export async function useState(
  deps: Needs,
  { caller, request }: Omit<StateRequest, 'reply'>,
  state: string | undefined,
): Promise<{ affCode: string }> {
  const browser = readBrowser(request, deps.config.TRUSTED_PROXIES)
  const key = caller?.session
    ? boundTo('session', caller.session.hash)
    : browser && boundTo('browser', deps.vault.hash(browser, 'one-time value'))
  const used = key && (await useOnFirstTry(deps, key, state ?? ''))
  if (!used) throw new AppError('oauth_state_wrong')
  return { affCode: used.payload }
}

const cookieName = (https: boolean) => (https ? '__Host-oauth' : 'oauth')

/** What tells a browser that is not signed in from another while it is away at a provider. */
const readBrowser = (request: FastifyRequest, trustedProxies: readonly AddressRange[]): string | undefined =>
  request.cookies[cookieName(isHttps(request, trustedProxies))] || undefined

/** A new one each time, so that nobody can plant one beforehand. */
function markBrowser(reply: FastifyReply, trustedProxies: readonly AddressRange[]): string {
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
