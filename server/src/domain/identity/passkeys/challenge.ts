import { passkeySeconds } from '@turnpike/contract/identity/passkey'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { issueValue, newSecret, type OneTimeKey, useOnFirstTry } from '../one-time/one-time.ts'

type ChallengeDeps = Pick<Deps, 'store' | 'vault' | 'clock'>
/** The kind of challenge and its subject: a challenge of one kind is invalid for another. */
export type ChallengePurpose = `${'register' | 'sign in' | 'second step'} ${string}`

const keyOf = (purpose: ChallengePurpose): OneTimeKey => ({ purpose: 'passkey challenge', subject: purpose })
const clientData = z.object({ challenge: z.string() })

/** A random value for the passkey to sign, once. */
export async function issueChallenge(deps: ChallengeDeps, purpose: ChallengePurpose): Promise<Uint8Array<ArrayBuffer>> {
  const value = newSecret(256)
  await issueValue(deps, { ...keyOf(purpose), value, lifeSeconds: passkeySeconds })
  return new Uint8Array(Buffer.from(value, 'base64url'))
}

/** The challenge that a passkey claims to have signed, if it is the issued one. It is used up either way. */
export async function useChallenge(
  deps: ChallengeDeps,
  purpose: ChallengePurpose,
  clientDataJSON: string,
): Promise<string> {
  const { challenge } = readClientData(clientDataJSON)
  if (!(await useOnFirstTry(deps, keyOf(purpose), challenge))) throw new AppError('passkey_wrong')
  return challenge
}

function readClientData(text: string) {
  try {
    return clientData.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    throw new AppError('passkey_wrong')
  }
}
