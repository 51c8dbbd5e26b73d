import { z } from 'zod'
import { type BoundsByField, isTextWithin, printable } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { idParams } from '../page.ts'
import { secondFactorProof } from './second-factor.ts'
import { user } from './user.ts'

export const passkeysMax = 20
/** A passkey must respond within this time. */
export const passkeySeconds = 300
export const passkeyBounds = {
  name: { charactersMin: 1, charactersMax: 40, pattern: printable },
} satisfies BoundsByField

const name = z
  .string('passkey_name_invalid')
  .trim()
  .refine((text) => isTextWithin(passkeyBounds.name, text), 'passkey_name_invalid')

const passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: z.int(),
  used_at: z.int(), // 0 before the first sign-in with it
})
export type Passkey = z.infer<typeof passkey>

/** Bytes as browsers write them in JSON. */
const bytes = z.string('passkey_wrong').regex(/^[\w-]{1,40000}$/, 'passkey_wrong')
const credential = { id: bytes, rawId: bytes, type: z.literal('public-key', 'passkey_wrong') }

/** What a browser returns when it has made a passkey. */
const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
})
export type NewCredential = z.output<typeof newCredential>

/** What a browser returns when a passkey has signed. */
const usedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.nullish(),
  }),
})
export type UsedCredential = z.output<typeof usedCredential>

/** The options of a WebAuthn ceremony, with the members of the specification. */
const query = z.record(z.string(), z.unknown())

export const passkeyApi = {
  list: endpoint('user', 'GET /api/user/passkey', {
    duringSetUp: true,
    summary: 'The own passkeys, oldest first',
    data: z.array(passkey),
  }),
  beginRegister: endpoint('user', 'POST /api/user/passkey/register/begin', {
    duringSetUp: true,
    summary: 'Begin to add a passkey (sensitive)',
    data: query,
  }),
  finishRegister: endpoint('user', 'POST /api/user/passkey/register/finish', {
    duringSetUp: true,
    summary: 'Add the passkey that the browser made; the first second factor comes with recovery codes, shown once',
    body: z.object({ name, credential: newCredential }),
    data: z.object({ passkey, recovery_codes: z.array(z.string()) }),
  }),
  rename: endpoint('user', 'PUT /api/user/passkey', {
    summary: 'Rename a passkey',
    body: z.object({ id: z.int('id_missing').positive('invalid_id'), name }),
    data: passkey,
  }),
  remove: endpoint('user', 'DELETE /api/user/passkey/{id}', {
    summary: 'Delete a passkey; needs the password or a code. Recovery codes go with the last factor',
    params: idParams,
    body: secondFactorProof,
  }),
  beginLogin: endpoint('public', 'POST /api/user/passkey/login/begin', {
    summary: 'Begin a sign-in with a passkey alone',
    data: query,
  }),
  finishLogin: endpoint('public', 'POST /api/user/passkey/login/finish', {
    summary: 'Sign in with a passkey alone, which is both steps in one',
    body: z.object({ credential: usedCredential }),
    data: user,
  }),
  beginSecondStep: endpoint('public', 'POST /api/user/login/2fa/passkey/begin', {
    summary: 'Begin the second step of a sign-in with a passkey',
    data: query,
  }),
  finishSecondStep: endpoint('public', 'POST /api/user/login/2fa/passkey/finish', {
    summary: 'The second step of a sign-in with a passkey, from the browser of the first step',
    body: z.object({ credential: usedCredential }),
    data: user,
  }),
}
