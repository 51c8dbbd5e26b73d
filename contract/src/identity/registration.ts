import { z } from 'zod'
import { type BoundsByField, isTextWithin } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { unlessEmpty } from '../left-out.ts'
import { isPassword, isUsername } from './user-admin.ts'

/** One plain address: nothing that a mail program could read as a list, a name or a command. */
const emailPattern = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/

export const registrationBounds = {
  email: { lengthMax: 50, pattern: emailPattern },
  verification_code: { lengthMax: 64 },
  aff_code: { lengthMax: 64 },
} satisfies BoundsByField
export const verificationCodeDigits = 6
/** The pause before another mail can be requested. */
export const mailPauseSeconds = 30

export const isEmail = (email: string) => isTextWithin(registrationBounds.email, email)

/** Trimmed and in lower case, which is how addresses are kept and compared. */
export const emailField = z
  .string('email_invalid')
  .trim()
  .max(registrationBounds.email.lengthMax, { error: 'email_invalid', abort: true })
  .toLowerCase()
  .regex(registrationBounds.email.pattern, 'email_invalid')

export const usernameField = z
  .string('credentials_missing')
  .trim()
  .min(1, { error: 'credentials_missing', abort: true })
  .refine(isUsername, 'username_invalid')

export const passwordField = z
  .string('credentials_missing')
  .min(1, { error: 'credentials_missing', abort: true })
  .refine(isPassword, 'password_length')

export const verificationCode = z
  .string('verification_code_wrong')
  .trim()
  .max(registrationBounds.verification_code.lengthMax, 'verification_code_wrong')

export const registration = z.object({
  username: usernameField,
  password: passwordField,
  email: unlessEmpty(emailField),
  verification_code: unlessEmpty(verificationCode),
  aff_code: unlessEmpty(z.string().trim().max(registrationBounds.aff_code.lengthMax)),
})
export type Registration = z.output<typeof registration>

const turnstile = z.string().optional()

export const registrationApi = {
  register: endpoint('public', 'POST /api/user/register', {
    summary: 'Create an account with a name and a password',
    botCheck: true,
    query: z.object({ turnstile }),
    body: registration,
  }),
  // `guest`, because a code for a signed-in person binds an address and cannot be used to register.
  verification: endpoint('guest', 'GET /api/verification', {
    changes: true,
    summary:
      'Send a code to a mail address, to register with it or to bind it. The response does not reveal who has it',
    botCheck: true,
    query: z.object({ email: emailField, turnstile }),
  }),
  resetMail: endpoint('public', 'GET /api/reset_password', {
    changes: true,
    summary: 'Send a link that sets a new password. The response does not reveal whether the address is known',
    botCheck: true,
    query: z.object({ email: emailField, turnstile }),
  }),
  reset: endpoint('public', 'POST /api/user/reset', {
    summary: 'Turn the value of a reset link into a new password, which is returned once',
    body: z.object({
      email: z
        .string('reset_link_invalid')
        .trim()
        .toLowerCase()
        .min(1, 'reset_link_invalid')
        .max(254, 'reset_link_invalid'),
      token: z.string('reset_link_invalid').min(1, 'reset_link_invalid').max(256, 'reset_link_invalid'),
    }),
    data: z.string(),
  }),
}
