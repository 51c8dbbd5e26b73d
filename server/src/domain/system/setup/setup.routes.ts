import { firstPasswordApi } from '@turnpike/contract/system/first-password'
import { setupApi } from '@turnpike/contract/system/setup'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { isSurelyLocal } from '../../../http/perimeter.ts'
import { serve } from '../../../http/serve.ts'
import { signIn } from '../../identity/session/sign-in.ts'
import { readFirstSteps, readSetup, setFirstPassword } from './setup.rules.ts'

export function setupRoutes(app: FastifyInstance, deps: Deps) {
  serve(app, setupApi.state, ({ caller, query, request }) =>
    readSetup(deps, { caller, code: query.code, isLocal: isSurelyLocal(request) }),
  )

  serve(app, firstPasswordApi.setPassword, async ({ caller, body, request, reply }) => {
    const visitor = { caller, code: body.code, isLocal: isSurelyLocal(request) }
    const actor = { address: request.ip, request_id: request.id }
    return signIn(deps, await setFirstPassword(deps, visitor, body.password, actor), { request, reply })
  })

  serve(app, setupApi.steps, ({ caller }) => readFirstSteps(deps, caller))
}
