import { z } from 'zod'
import type { BoundsByField } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { unlessEmpty } from '../left-out.ts'
import { idParams } from '../page.ts'
import { credentialBounds, user } from './user.ts'

export const recoveryCodesCount = 10
/** A code of an authenticator app: six digits, which change every 30 seconds. */
export const totpDigits = 6
export const totpStepSeconds = 30
/** After the password was right, the second step must follow within this time. */
export const secondStepSeconds = 300
/** A set-up that was begun must be confirmed within this time. */
export const totpSetUpSeconds = 900

export const secondFactorBounds = { code: { charactersMin: 1, lengthMax: 64 } } satisfies BoundsByField

/** Of an authenticator app, or a recovery code; spaces and hyphens in it are ignored. */
const code = z
  .string('second_factor_code_wrong')
  .trim()
  .min(secondFactorBounds.code.charactersMin, 'second_factor_code_missing')
  .max(secondFactorBounds.code.lengthMax, 'second_factor_code_wrong')

/** The password or a code. Required even after a recent sign-in. */
export const secondFactorProof = z.object({
  original_password: unlessEmpty(z.string().max(credentialBounds.password.lengthMax, 'credentials_wrong')),
  code: unlessEmpty(z.string().max(secondFactorBounds.code.lengthMax, 'second_factor_code_wrong')),
})
export type SecondFactorProof = z.output<typeof secondFactorProof>

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** What an account has besides its password. */
export const secondFactors = z.object({
  /** An authenticator app was set up. */
  totp: z.boolean(),
  totp_created_at: z.int(), // 0 without one
  passkeys: z.int(), // how many
  /** Recovery codes that are still unused. */
  recovery_codes: z.int(),
})
export type SecondFactors = z.infer<typeof secondFactors>

/** The second step concerns browsers: API keys and system access tokens work without it. */
export const secondFactorApi = {
  state: endpoint('user', 'GET /api/user/2fa', {
    summary: 'Which second factors the own account has',
    duringSetUp: true,
    data: secondFactors,
  }),
  setUp: endpoint('user', 'POST /api/user/2fa/setup', {
    summary: 'A new secret for an authenticator app (sensitive); it counts once `enable` has confirmed it',
    duringSetUp: true,
    data: z.object({ secret: z.string(), address: z.string() }),
  }),
  enable: endpoint('user', 'POST /api/user/2fa/enable', {
    duringSetUp: true,
    summary:
      'Switch the app on with one of its codes, and end other sessions; returns recovery codes unless there are some',
    body: z.object({ code }),
    data: recoveryCodes,
  }),
  disable: endpoint('user', 'POST /api/user/2fa/disable', {
    summary: 'Remove the authenticator app; needs the password or a code. Recovery codes go with the last factor',
    body: secondFactorProof,
  }),
  renewCodes: endpoint('user', 'POST /api/user/2fa/recovery_codes', {
    summary: 'New recovery codes in place of all earlier ones; needs the password or a code',
    body: secondFactorProof,
    data: recoveryCodes,
  }),
  finish: endpoint('public', 'POST /api/user/login/2fa', {
    summary: 'The second step of a sign-in: a code of the app or a recovery code, from the browser of the first step',
    body: z.object({ code }),
    data: user,
  }),
}

/** What administrators do about the second factors of users below them. */
export const secondFactorAdminApi = {
  state: endpoint('admin', 'GET /api/user/{id}/2fa', {
    summary: 'Which second factors a user has',
    params: idParams,
    data: secondFactors,
  }),
  reset: endpoint('admin', 'DELETE /api/user/{id}/2fa', {
    summary: 'Remove every second factor of a user, who is signed out everywhere and told by mail',
    params: idParams,
  }),
}
