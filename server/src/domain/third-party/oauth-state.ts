import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Caller } from '../../http/http-deps.ts'
import { issueValue, newSecret, oneTimeLife, type Place, useOnFirstTry } from '../one-time/one-time.ts'
import { markBrowser, readBrowser } from './browser-cookie.ts'

type Needs = Pick<Deps, 'store' | 'vault' | 'clock' | 'config'>
type Asked = { caller: Caller | undefined; request: FastifyRequest; reply: FastifyReply }

const boundTo = (who: 'session' | 'browser', id: string): Place => ({
  purpose: 'oauth state',
  subject: `${who} ${id}`,
})

/** A state for this browser alone: bound to its session it binds an account, without one it signs in. */
export async function issueState(deps: Needs, { caller, reply }: Asked, affCode: string | undefined): Promise<string> {
  const { vault, config } = deps
  const place = caller?.session
    ? boundTo('session', caller.session.hash)
    : boundTo('browser', vault.hash(markBrowser(reply, config.TRUSTED_PROXIES), 'one-time value'))
  const value = newSecret(128)
  await issueValue(deps, { ...place, value, payload: affCode ?? '', lifeSeconds: oneTimeLife.stateSeconds })
  return value
}

/** Uses the state up, whatever it is; a state that was given for a sign-in binds nothing, nor the other way round. */
export async function useState(
  deps: Needs,
  { caller, request }: Omit<Asked, 'reply'>,
  state: string | undefined,
): Promise<{ affCode: string }> {
  const browser = readBrowser(request, deps.config.TRUSTED_PROXIES)
  const place = caller?.session
    ? boundTo('session', caller.session.hash)
    : browser && boundTo('browser', deps.vault.hash(browser, 'one-time value'))
  const used = place && (await useOnFirstTry(deps, place, state ?? ''))
  if (!used) throw new AppError('oauth_state_wrong')
  return { affCode: used.payload }
}
