import { userApi } from '@turnpike/contract/identity/user'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { serve } from '../../../http/serve.ts'
import { findUser } from './users.queries.ts'
import { wireUser } from './wire-user.ts'

export function userRoutes(app: FastifyInstance, { store }: Deps) {
  serve(app, userApi.self, async ({ caller }) => {
    const user = await findUser(store, caller.id)
    if (!user) throw new AppError('session_expired') // cancelled between the check and this read
    return wireUser(user)
  })
}
