import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { passwordField } from '../identity/registration.ts'
import { signInOutcome } from '../identity/user.ts'
import { setupCode } from './setup.ts'

// Separate from the state, which every page reads: only the setup page needs the rules of a password.
export const firstPasswordApi = {
  setPassword: endpoint('guest', 'POST /api/setup', {
    summary:
      "Set the super administrator's first password and sign in: from this machine or its private network, or with the code of the link in the server's log",
    body: z.object({ password: passwordField, code: setupCode }),
    data: signInOutcome,
  }),
}
