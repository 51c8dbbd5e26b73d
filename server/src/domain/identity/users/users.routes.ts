import { userApi } from '@turnpike/contract/identity/user'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { serve } from '../../../http/serve.ts'
import { readRunningPlans } from '../../money/plans/running-plans.queries.ts'
import { findUser } from './users.queries.ts'
import { wireUser } from './wire-user.ts'

export function userRoutes(app: FastifyInstance, { store, clock }: Deps) {
  serve(app, userApi.self, async ({ caller }) => {
    const user = await findUser(store, caller.id)
    if (!user) throw new AppError('session_expired') // cancelled between the check and this read
    const plans = await readRunningPlans(store, caller.id, clock())
    return { ...wireUser(user), ...(plans && { plans }) }
  })
}
