import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AddressRange } from '../../../http/address-list.ts'
import { readCookie } from '../../../http/cookies.ts'
import { isHttps } from '../../../http/perimeter.ts'
import { newSecret } from './one-time.ts'

/** The flow that a browser without a session is in. */
type Errand = 'oauth' | 'second-step' | 'passkey'

const cookieName = (errand: Errand, https: boolean) => (https ? `__Host-${errand}` : errand)

/** The cookie that identifies a browser without a session. */
export const readBrowserCookie = (
  errand: Errand,
  request: FastifyRequest,
  trustedProxies: readonly AddressRange[],
): string | undefined => readCookie(request, cookieName(errand, isHttps(request, trustedProxies)))

type Setting = { lifeSeconds: number; trustedProxies: readonly AddressRange[] }

/** Sets a new cookie each time, so that an attacker cannot set a known one beforehand. */
export function setBrowserCookie(errand: Errand, reply: FastifyReply, { lifeSeconds, trustedProxies }: Setting) {
  const secure = isHttps(reply.request, trustedProxies)
  const browser = newSecret(256)
  reply.setCookie(cookieName(errand, secure), browser, { ...attributes(secure), maxAge: lifeSeconds })
  return browser
}

export function clearBrowserCookie(errand: Errand, reply: FastifyReply, trustedProxies: readonly AddressRange[]) {
  const secure = isHttps(reply.request, trustedProxies)
  reply.clearCookie(cookieName(errand, secure), attributes(secure))
}

const attributes = (secure: boolean) => ({ httpOnly: true, sameSite: 'lax', path: '/', secure }) as const
