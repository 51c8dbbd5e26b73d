import { type NewCredential, type Passkey, passkeySeconds, passkeysMax } from '@turnpike/contract/identity/passkey'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import { type Actor, writeAudit } from '../../system/audit/audit.queries.ts'
import { dropUnneededCodes, firstRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { deleteOtherSessions } from '../session/session.queries.ts'
import { lockPerson } from '../user-admin/user-admin.queries.ts'
import { issueChallenge, useChallenge } from './challenge.ts'
import { countPasskeys, deletePasskey, insertPasskey, listPasskeys, renamePasskey } from './passkeys.queries.ts'
import type { RelyingParty } from './relying-party.ts'

type PasskeysDeps = Pick<Deps, 'store' | 'vault' | 'clock'>

/** Ed25519, ECDSA with P-256 and RSA, by their numbers in COSE: every device has one of them. */
const algorithms = [-8, -7, -257]

const transportsOf = (text: string) => text.split(',').filter(Boolean)
export const credentialsOf = async ({ store }: Pick<PasskeysDeps, 'store'>, userId: number) =>
  (await listPasskeys(store, userId)).map(({ credential_id, transports }) => ({
    id: credential_id,
    transports: transportsOf(transports),
  }))

/** The options with which a browser creates a passkey: one that the device stores, unlocked by finger, face or PIN. */
export async function beginRegister(deps: PasskeysDeps, caller: Caller, site: RelyingParty) {
  const excludeCredentials = await credentialsOf(deps, caller.id)
  if (excludeCredentials.length >= passkeysMax)
    throw new AppError('passkeys_too_many', { params: { maximum: passkeysMax } })
  const { generateRegistrationOptions } = await import('@simplewebauthn/server') // large, and rarely needed
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: site.id,
    userName: caller.username,
    // A browser stores one passkey of a site for each of these ids. The id has no meaning on other sites.
    userID: new Uint8Array(Buffer.from(deps.vault.hash(`passkey user ${caller.id}`, 'identity'), 'base64url')),
    challenge: await issueChallenge(deps, `register ${caller.id}`),
    timeout: passkeySeconds * 1000,
    excludeCredentials,
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

type Registration = { name: string; credential: NewCredential; site: RelyingParty }

export async function finishRegister(
  deps: PasskeysDeps,
  caller: Caller,
  { name, credential, site }: Registration,
  actor: Actor,
): Promise<{ passkey: Passkey; recovery_codes: string[] }> {
  const challenge = await useChallenge(deps, `register ${caller.id}`, credential.response.clientDataJSON)
  const made = await verifyNew(credential, challenge, site)
  return deps.store.transaction().execute(async (transaction) => {
    await lockPerson(transaction, caller.id)
    const count = await countPasskeys(transaction, caller.id)
    if (count >= passkeysMax) throw new AppError('passkeys_too_many', { params: { maximum: passkeysMax } })
    const transports = (credential.response.transports ?? []).join()
    const row = { ...made, transports, user_id: caller.id, name, created_at: actor.at }
    const passkey = await insertPasskey(transaction, row)
    if (!passkey) throw new AppError('passkey_known')
    const recovery_codes = await firstRecoveryCodes(transaction, deps.vault, caller.id)
    // Other browsers signed in before there was a second factor.
    if (recovery_codes.length > 0) await deleteOtherSessions(transaction, caller.id, caller.session?.hash ?? '')
    await writeAudit(transaction, actor, { action: 'account.passkey_add', target: String(caller.id), detail: { name } })
    return { passkey, recovery_codes }
  })
}

async function verifyNew(credential: NewCredential, expectedChallenge: string, { id, origin }: RelyingParty) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw new AppError('passkey_wrong', { detail: { error } })
  })
  if (!registrationInfo) throw new AppError('passkey_wrong')
  const { id: credential_id, publicKey, counter } = registrationInfo.credential
  return { credential_id, public_key: Buffer.from(publicKey).toString('base64url'), counter }
}

export async function rename({ store }: Pick<PasskeysDeps, 'store'>, caller: Caller, id: number, name: string) {
  const renamed = await renamePasskey(store, caller.id, id, name)
  if (!renamed) throw new AppError('not_found')
  return renamed
}

export async function removePasskey({ store }: Pick<PasskeysDeps, 'store'>, caller: Caller, id: number, actor: Actor) {
  await store.transaction().execute(async (transaction) => {
    await lockPerson(transaction, caller.id)
    const removed = await deletePasskey(transaction, caller.id, id)
    if (!removed) throw new AppError('not_found')
    await dropUnneededCodes(transaction, caller.id)
    const { name } = removed
    await writeAudit(transaction, actor, {
      action: 'account.passkey_remove',
      target: String(caller.id),
      detail: { name },
    })
  })
}
