import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { queryFailureOf } from '../../../store/query-failure.ts'
import { closeSession, openSession } from './session.rules.ts'
import { readSessionCookie, setSessionCookie } from './session-cookie.ts'

type BeginSessionDeps = Pick<Deps, 'store' | 'vault' | 'clock' | 'config'>
type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Opens a session for a browser under a new id, and ends the browser's previous session. */
export async function beginSession(
  deps: BeginSessionDeps,
  user: { id: number; session_version: number },
  { request, reply }: Exchange,
): Promise<void> {
  const { TRUSTED_PROXIES } = deps.config
  await closeSession(deps, readSessionCookie(request, TRUSTED_PROXIES))
  const userAgent = request.headers['user-agent'] ?? ''
  const id = await openSession(deps, { user, address: request.ip, userAgent }).catch(refuseUnsaved)
  setSessionCookie(reply, id, TRUSTED_PROXIES)
}

/** The credentials were right, so the message tells the user to try again. */
function refuseUnsaved(error: unknown): never {
  throw queryFailureOf(error) ? new AppError('session_not_saved', { detail: { error } }) : error
}
