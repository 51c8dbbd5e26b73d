import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AddressRange } from '../../http/address-list.ts'
import { isHttps } from '../../http/perimeter.ts'
import { newSecret, oneTimeLife } from '../one-time/one-time.ts'

const cookieName = (https: boolean) => (https ? '__Host-oauth' : 'oauth')

/** What tells a browser that is not signed in from another while it is away at a provider. */
export const readBrowser = (request: FastifyRequest, trustedProxies: readonly AddressRange[]): string | undefined =>
  request.cookies[cookieName(isHttps(request, trustedProxies))] || undefined

/** A new one each time, so that nobody can plant one beforehand. */
export function markBrowser(reply: FastifyReply, trustedProxies: readonly AddressRange[]): string {
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
