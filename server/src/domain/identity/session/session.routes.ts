import { userApi } from '@turnpike/contract/identity/user'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { isSurelyLocal } from '../../../http/perimeter.ts'
import { serve } from '../../../http/serve.ts'
import { checkPassword } from './check-password.ts'
import { closeSession } from './session.rules.ts'
import { clearSessionCookie, readSessionCookie } from './session-cookie.ts'
import { signIn } from './sign-in.ts'

export function sessionRoutes(app: FastifyInstance, deps: Deps) {
  const { TRUSTED_PROXIES } = deps.config

  serve(app, userApi.login, async ({ body, request, reply }) => {
    const user = await checkPassword(deps, { ...body, address: request.ip, isLocal: isSurelyLocal(request) })
    return signIn(deps, user, { request, reply })
  })

  serve(app, userApi.logout, async ({ request, reply }) => {
    await closeSession(deps, readSessionCookie(request, TRUSTED_PROXIES))
    clearSessionCookie(reply, TRUSTED_PROXIES)
  })
}
