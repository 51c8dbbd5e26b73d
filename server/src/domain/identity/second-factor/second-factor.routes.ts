import { secondFactorAdminApi, secondFactorApi } from '@turnpike/contract/identity/second-factor'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import { requireOwner } from '../self/require-owner.ts'
import { finishSignIn } from '../session/sign-in.ts'
import { checkCode, checkProof } from './check-code.ts'
import { resetSecondFactors, secondFactorsOf } from './reset-second-factor.rules.ts'
import { disableTotp, enableTotp, readSecondFactors, renewRecoveryCodes, setUpTotp } from './second-factor.rules.ts'
import { findSecondStep } from './second-step.ts'

export function secondFactorRoutes(app: FastifyInstance, deps: Deps) {
  const { store, clock } = deps

  serve(app, secondFactorApi.state, ({ caller }) => readSecondFactors(store, caller.id))

  serve(app, secondFactorApi.setUp, async ({ caller, request }) => {
    await requireOwner(deps, caller, { address: request.ip })
    return setUpTotp(deps, caller)
  })

  serve(app, secondFactorApi.enable, async (incoming) => ({
    recovery_codes: await enableTotp(deps, incoming.caller, incoming.body.code, actorOf(incoming, clock())),
  }))

  serve(app, secondFactorApi.disable, async (incoming) => {
    const { caller, body, request } = incoming
    await checkProof(deps, caller, { ...body, address: request.ip })
    await disableTotp(deps, caller, actorOf(incoming, clock()))
  })

  serve(app, secondFactorApi.renewCodes, async (incoming) => {
    const { caller, body, request } = incoming
    await checkProof(deps, caller, { ...body, address: request.ip })
    return { recovery_codes: await renewRecoveryCodes(deps, caller, actorOf(incoming, clock())) }
  })

  serve(app, secondFactorApi.finish, async ({ body, request, reply }) => {
    const { user, end } = await findSecondStep(deps, request)
    await checkCode(deps, { userId: user.id, code: body.code, address: request.ip })
    await end(reply)
    return finishSignIn(deps, user, { request, reply })
  })

  serve(app, secondFactorAdminApi.state, ({ caller, params }) => secondFactorsOf(deps, caller, params.id))
  serve(app, secondFactorAdminApi.reset, async (incoming) => {
    const administrator = { caller: incoming.caller, actor: actorOf(incoming, clock()) }
    await resetSecondFactors(deps, administrator, incoming.params.id)
  })
}
