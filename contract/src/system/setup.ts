import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { unlessEmpty } from '../left-out.ts'

/**
 * `needed`: the super administrator still has the well-known password, and the caller may replace it. `done`: a
 * password was set. `closed`: the response to callers from elsewhere, in both cases.
 */
export const setupStates = ['needed', 'done', 'closed'] as const
const setup = z.object({
  state: z.enum(setupStates),
  /** The well-known name and password would sign this caller in. */
  default_sign_in: z.boolean(),
  /** While it is needed: there are other accounts, so that most visitors come to sign in. */
  has_users: z.literal(true).optional(),
})
export type Setup = z.infer<typeof setup>

/** The code of the link that the server logs. */
export const setupCode = unlessEmpty(z.string('setup_link_invalid').max(128, 'setup_link_invalid'))

/** The steps that are left until the first call. */
const firstSteps = z.object({
  /** A channel is enabled. */
  has_channel: z.boolean(),
  /** The caller has a token. */
  has_token: z.boolean(),
  /** A call has succeeded; tests of channels do not count. */
  has_call: z.boolean(),
})
export type FirstSteps = z.infer<typeof firstSteps>

export const setupApi = {
  // `guest`, because a super administrator who is signed in may replace the password from anywhere.
  state: endpoint('guest', 'GET /api/setup', {
    summary: 'Whether the first password can be set',
    query: z.object({ code: setupCode }),
    data: setup,
  }),
  steps: endpoint('admin', 'GET /api/setup/steps', {
    summary: 'What is left until the first call',
    data: firstSteps,
  }),
}
