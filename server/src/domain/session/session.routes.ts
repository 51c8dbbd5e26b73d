import { userApi } from '@turnpike/contract/user'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { isLocalAddress } from '../../http/address-list.ts'
import { isOriginHidden } from '../../http/perimeter.ts'
import { serve } from '../../http/serve.ts'
import { wireSignedIn } from '../users/wire-user.ts'
import { closeSession, openSession } from './session.rules.ts'
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts'
import { checkPassword } from './sign-in.ts'

export function sessionRoutes(app: FastifyInstance, deps: Deps) {
  const { TRUSTED_PROXIES } = deps.config

  serve(app, userApi.login, async ({ body, request, reply }) => {
    const isLocal = isLocalAddress(request.ip) && !isOriginHidden(request, TRUSTED_PROXIES)
    const user = await checkPassword(deps, { ...body, address: request.ip, isLocal })
    await closeSession(deps, readSessionCookie(request, TRUSTED_PROXIES))
    const userAgent = request.headers['user-agent'] ?? ''
    setSessionCookie(reply, await openSession(deps, { user, address: request.ip, userAgent }), TRUSTED_PROXIES)
    return wireSignedIn(user)
  })

  serve(app, userApi.logout, async ({ request, reply }) => {
    await closeSession(deps, readSessionCookie(request, TRUSTED_PROXIES))
    clearSessionCookie(reply, TRUSTED_PROXIES)
    return undefined
  })
}
