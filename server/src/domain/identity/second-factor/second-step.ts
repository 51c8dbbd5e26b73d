import { secondStepSeconds } from '@turnpike/contract/identity/second-factor'
import { type HalfSignIn, type SecondStepMethod, userStatus } from '@turnpike/contract/identity/user'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { clearBrowserCookie, readBrowserCookie, setBrowserCookie } from '../one-time/browser-cookie.ts'
import { endValue, issueValue, type OneTimeKey, readValue } from '../one-time/one-time.ts'
import { findUserToContinue, type UserRow } from '../users/users.queries.ts'

type SecondStepDeps = Pick<Deps, 'store' | 'vault' | 'clock' | 'config'>

/** The user and the session version of the first step: a new password or a ban in between ends the sign-in. */
const payload = z.object({ user_id: z.int(), version: z.int() })

const keyOf = ({ vault }: SecondStepDeps, browser: string): OneTimeKey => ({
  purpose: 'second step',
  subject: vault.hash(browser, 'one-time value'),
})

/** Ends the first step of a sign-in: only this browser may continue, for a few minutes. */
export async function beginSecondStep(
  deps: SecondStepDeps,
  user: { id: number; session_version: number },
  methods: SecondStepMethod[],
  reply: FastifyReply,
): Promise<HalfSignIn> {
  const setting = { lifeSeconds: secondStepSeconds, trustedProxies: deps.config.TRUSTED_PROXIES }
  const browser = setBrowserCookie('second-step', reply, setting)
  await issueValue(deps, {
    ...keyOf(deps, browser),
    value: browser,
    payload: JSON.stringify({ user_id: user.id, version: user.session_version }),
    lifeSeconds: secondStepSeconds,
  })
  return { require_2fa: true, methods }
}

type SecondStep = { user: UserRow & { session_version: number }; end(reply: FastifyReply): Promise<void> }

/** The unfinished sign-in of this browser. `end` uses it up: of concurrent requests, one passes. */
export async function findSecondStep(deps: SecondStepDeps, request: FastifyRequest): Promise<SecondStep> {
  const browser = readBrowserCookie('second-step', request, deps.config.TRUSTED_PROXIES)
  const key = browser && keyOf(deps, browser)
  const found = key && (await readValue(deps, key))
  if (!found) throw new AppError('second_step_expired')
  const { user_id, version } = payload.parse(JSON.parse(found.payload))
  const user = await findUserToContinue(deps.store, user_id, version)
  if (user?.status !== userStatus.enabled) throw new AppError('second_step_expired')
  return {
    user,
    async end(reply) {
      if (!(await endValue(deps, key))) throw new AppError('second_step_expired')
      clearBrowserCookie('second-step', reply, deps.config.TRUSTED_PROXIES)
    },
  }
}
