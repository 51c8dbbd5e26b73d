import type { Access } from '@turnpike/contract/endpoint'
import { role, userStatus } from '@turnpike/contract/identity/user'
import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'
import type { Caller, Identity } from './caller.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
}

/** A route that does not declare its access keeps the server from starting. */
export function requireAccess(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${route.method} ${route.url} does not say who may call it`)
  })
}

type Headers = Record<string, string | string[] | undefined>

const minimumRole = { user: role.ordinary, admin: role.admin, root: role.root } as const
const knownRoles: ReadonlySet<number> = new Set(Object.values(role))

/** Authorizes every console request: credentials, user-id header, status, second factor and role, in this order. */
export function authorize(
  identity: Identity,
  access: Exclude<Access, 'public'>,
  headers: Headers,
  { duringSetUp = false }: { duringSetUp?: boolean | undefined } = {},
): Caller | undefined {
  if (access === 'guest') return guestOf(identity)
  if (identity.kind === 'none') throw new AppError('not_signed_in')
  if (identity.kind === 'stale session') throw new AppError('session_expired')
  if (identity.kind === 'unknown access token') throw new AppError('access_token_invalid')
  const { caller } = identity
  if (caller.session) refuseCrossSite(headers)
  checkUserHeader(headers['new-api-user'], caller)
  if (caller.status !== userStatus.enabled) throw new AppError('user_banned', { detail: { user_id: caller.id } })
  if (!knownRoles.has(caller.role) || caller.username === '') throw new AppError('user_data_invalid')
  if (caller.session?.lacksSecondFactor && !duringSetUp)
    throw new AppError('second_factor_required', { detail: { user_id: caller.id } })
  if (caller.role < minimumRole[access])
    throw new AppError('insufficient_permission', { detail: { user_id: caller.id } })
  return caller
}

/**
 * A guest page serves every request: a banned user, or one without a required second factor, counts as not signed in.
 */
function guestOf(identity: Identity): Caller | undefined {
  if (identity.kind !== 'caller' || identity.caller.status !== userStatus.enabled) return undefined
  if (identity.caller.session?.lacksSecondFactor) return undefined
  return identity.caller
}

// Another site can make a browser send our cookie, but cannot remove this header, which names it as cross-site.
function refuseCrossSite(headers: Headers) {
  if (headers['sec-fetch-site'] === 'cross-site') throw new AppError('cross_site_refused')
}

function checkUserHeader(header: string | string[] | undefined, caller: Caller) {
  if (header === undefined || header === '') throw new AppError('user_header_missing')
  if (typeof header !== 'string' || !/^-?\d{1,16}$/.test(header)) throw new AppError('user_header_malformed')
  if (header !== String(caller.id)) throw new AppError('user_header_mismatch', { detail: { user_id: caller.id } })
}
