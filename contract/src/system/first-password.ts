import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { passwordField } from '../identity/registration.ts'
import { signInOutcome } from '../identity/user.ts'
import { setupCode } from './setup.ts'

// Apart from the state, which every page reads: the rules of a password are needed on the setup page alone.
export const firstPasswordApi = {
  setPassword: endpoint('guest', 'POST /api/setup', {
    summary:
      "Set the super administrator's first password and sign in: from this machine or its private network, or with the code of the link in the server's log",
    body: z.object({ password: passwordField, code: setupCode }),
    data: signInOutcome,
  }),
}
