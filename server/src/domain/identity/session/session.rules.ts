import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { agentHeader, type Identity } from '../../../http/caller.ts'
import { hasSecondFactor, isSecondFactorRequired } from '../second-factor/has-second-factor.ts'
import { findUserByAccessToken } from '../users/users.queries.ts'
import { deleteSession, findSession, insertSession, touchSession } from './session.queries.ts'
import { readSessionCookie } from './session-cookie.ts'
import { sessionLife } from './session-life.ts'

const touchEverySeconds = 300 // precise enough for "last seen", and saves a write on every request

type SessionStart = { user: { id: number; session_version: number }; address: string; userAgent: string }
type SessionDeps = Pick<Deps, 'store' | 'vault' | 'clock'>

/** Opens a session under a new random id and returns the id, which only the cookie may contain. */
export async function openSession(
  { store, vault, clock }: SessionDeps,
  { user, address, userAgent }: SessionStart,
): Promise<string> {
  const id = randomBytes(32).toString('base64url')
  const now = clock()
  await insertSession(store, {
    id_hash: vault.hash(id, 'session'),
    user_id: user.id,
    version: user.session_version,
    created_at: now,
    seen_at: now,
    expires_at: now + sessionLife.absoluteSeconds,
    address,
    user_agent: userAgent.slice(0, 256),
  })
  return id
}

export async function closeSession({ store, vault }: SessionDeps, id: string | undefined): Promise<void> {
  if (id) await deleteSession(store, vault.hash(id, 'session'))
}

/**
 * Identifies the caller by the request's credentials. The user is read from the database on every request, so that a
 * ban, a new role or a new password is in force at once. A system access token counts only where there is no session.
 */
export async function identify(
  deps: SessionDeps & Pick<Deps, 'config' | 'options'>,
  request: FastifyRequest,
): Promise<Identity> {
  const cookie = readSessionCookie(request, deps.config.TRUSTED_PROXIES)
  const bySession = cookie ? await identifyBySession(deps, cookie) : undefined
  if (bySession) return bySession
  const token = request.headers.authorization?.replace(/^Bearer\s+/i, '').trim()
  if (!token) return cookie ? { kind: 'stale session' } : { kind: 'none' }
  const caller = await findUserByAccessToken(deps.store, deps.vault.hash(token, 'access token'))
  if (!caller) return { kind: 'unknown access token' }
  const isReadOnly = caller.scope === 'all' && request.headers[agentHeader] !== undefined
  return { kind: 'caller', caller: isReadOnly ? { ...caller, scope: 'read' } : caller }
}

async function identifyBySession(deps: SessionDeps & Pick<Deps, 'options'>, id: string): Promise<Identity | undefined> {
  const { store, vault, clock, options } = deps
  const hash = vault.hash(id, 'session')
  const found = await findSession(store, hash)
  if (!found) return undefined
  const { created_at, seen_at, expires_at, ...person } = found
  const now = clock()
  if (now >= expires_at || now >= seen_at + sessionLife.idleSeconds) return undefined
  if (now >= seen_at + touchEverySeconds) await touchSession(store, hash, now)
  const isRequired = isSecondFactorRequired(options.current(), person.role)
  const lacks = isRequired && !(await hasSecondFactor(store, person.id)) && { lacksSecondFactor: true as const }
  return { kind: 'caller', caller: { ...person, session: { hash, created_at, ...lacks } } }
}
