import { passkeySeconds, type UsedCredential } from '@turnpike/contract/identity/passkey'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { countAttempt } from '../session/failed-sign-ins.ts'
import { type ChallengePurpose, issueChallenge, useChallenge } from './challenge.ts'
import { countUse, findPasskey } from './passkeys.queries.ts'
import type { RelyingParty } from './relying-party.ts'

type UsePasskeyDeps = Pick<Deps, 'store' | 'vault' | 'clock' | 'limits'>
type Known = { id: string; transports: string[] }[]

/** The options with which a browser signs by a passkey: any passkey of this site, or one of the listed ones. */
export async function passkeyOptions(
  deps: UsePasskeyDeps,
  purpose: ChallengePurpose,
  site: RelyingParty,
  known?: Known,
) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server') // large, and rarely needed
  return generateAuthenticationOptions({
    rpID: site.id,
    challenge: await issueChallenge(deps, purpose),
    timeout: passkeySeconds * 1000,
    userVerification: 'required',
    ...(known && { allowCredentials: known }),
  })
}

type Use = { purpose: ChallengePurpose; credential: UsedCredential; site: RelyingParty; address: string }

/**
 * The user whose passkey has signed the challenge. Finger, face or PIN is required, so that a passkey is two factors.
 * One whose count did not rise may be a copy and is refused. Failures count as failed sign-ins.
 */
export async function checkPasskey(deps: UsePasskeyDeps, { purpose, credential, site, address }: Use): Promise<number> {
  const passkey = await findPasskey(deps.store, credential.id)
  const account = passkey ? `id ${passkey.user_id}` : `passkey ${credential.id.slice(0, 64)}`
  const uncount = await countAttempt(deps.limits, { account, address })
  const expectedChallenge = await useChallenge(deps, purpose, credential.response.clientDataJSON)
  if (!passkey) throw new AppError('passkey_wrong', { detail: { address } })
  const counter = await verifyUse(credential, passkey, expectedChallenge, site)
  if (!(await countUse(deps.store, passkey, { counter, used_at: deps.clock() }))) throw new AppError('passkey_wrong')
  await uncount()
  return passkey.user_id
}

type StoredPasskey = { user_id: number; credential_id: string; public_key: string; counter: number }

async function verifyUse(
  { response, ...credential }: UsedCredential,
  { user_id, credential_id, public_key, counter }: StoredPasskey,
  expectedChallenge: string,
  { id, origin }: RelyingParty,
): Promise<number> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { userHandle, ...signed } = response
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, response: { ...signed, ...(userHandle && { userHandle }) }, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: credential_id, publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')), counter },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw new AppError('passkey_wrong', { detail: { user_id, error } })
  })
  if (!verified) throw new AppError('passkey_wrong', { detail: { user_id } })
  return authenticationInfo.newCounter
}
