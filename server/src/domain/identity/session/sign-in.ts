import type { SignInOutcome, User } from '@turnpike/contract/identity/user'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { methodsOf } from '../second-factor/second-factor.rules.ts'
import { beginSecondStep } from '../second-factor/second-step.ts'
import { recordSignIn, type UserRow } from '../users/users.queries.ts'
import { wireSignedIn } from '../users/wire-user.ts'
import { beginSession } from './begin-session.ts'

type SignInDeps = Pick<Deps, 'store' | 'vault' | 'clock' | 'config'>
type Exchange = { request: FastifyRequest; reply: FastifyReply }
type Proved = UserRow & { session_version: number }

/** Every kind of sign-in ends here once its credentials are right: with a session, or with the request for a second step. */
export async function signIn(deps: SignInDeps, user: Proved, exchange: Exchange): Promise<SignInOutcome> {
  const methods = await methodsOf(deps.store, user.id)
  if (methods.length > 0) return beginSecondStep(deps, user, methods, exchange.reply)
  return finishSignIn(deps, user, exchange)
}

/** Opens the session of a user who has passed every required step. */
export async function finishSignIn(deps: SignInDeps, user: Proved, exchange: Exchange): Promise<User> {
  await beginSession(deps, user, exchange)
  await recordSignIn(deps.store, user.id, deps.clock())
  return wireSignedIn(user)
}
