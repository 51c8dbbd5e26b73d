import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AddressRange } from '../../../http/address-list.ts'
import { readCookie } from '../../../http/cookies.ts'
import { isHttps } from '../../../http/perimeter.ts'
import { sessionLife } from './session-life.ts'

// Under HTTPS the prefix makes browsers refuse the cookie from a sub-domain, another path or an insecure page.
const cookieName = (https: boolean) => (https ? '__Host-session' : 'session')

export const readSessionCookie = (
  request: FastifyRequest,
  trustedProxies: readonly AddressRange[],
): string | undefined => readCookie(request, cookieName(isHttps(request, trustedProxies)))

export function setSessionCookie(reply: FastifyReply, id: string, trustedProxies: readonly AddressRange[]) {
  const secure = isHttps(reply.request, trustedProxies)
  reply.setCookie(cookieName(secure), id, { ...attributes(secure), maxAge: sessionLife.absoluteSeconds })
}

export function clearSessionCookie(reply: FastifyReply, trustedProxies: readonly AddressRange[]) {
  const secure = isHttps(reply.request, trustedProxies)
  reply.clearCookie(cookieName(secure), attributes(secure))
}

const attributes = (secure: boolean) => ({ httpOnly: true, sameSite: 'lax', path: '/', secure }) as const
