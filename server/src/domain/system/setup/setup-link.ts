import type { Deps } from '../../../deps.ts'
import type { Store } from '../../../store/store.ts'
import { isStoredValue, issueValue, newSecret, oneTimeLife, useValue } from '../../identity/one-time/one-time.ts'

type SetupLinkDeps = Pick<Deps, 'store' | 'vault' | 'clock'>

/**
 * The first part of a code names the stored value, the second is the secret that is stored hashed. Each start has a name of its own,
 * so that a second process, or a restart, leaves the links valid that were printed before.
 */
const codePattern = /^([\w-]{22})\.([\w-]{43})$/

const partsOf = (code: string) => {
  const [, subject, value] = codePattern.exec(code) ?? []
  return subject && value ? { key: { purpose: 'first password', subject } as const, value } : undefined
}

/** Stores a new code for one use and returns it. */
export async function issueSetupCode(needs: SetupLinkDeps): Promise<string> {
  const [subject, value] = [newSecret(128), newSecret(256)]
  await issueValue(needs, { purpose: 'first password', subject, value, lifeSeconds: oneTimeLife.setupSeconds })
  return `${subject}.${value}`
}

/**
 * Whether a code is valid, without using it. Keyed hashes are compared, so that timing does not reveal how much of a
 * guess is right.
 */
export async function isSetupCode(needs: SetupLinkDeps, code: string): Promise<boolean> {
  const parts = partsOf(code)
  return parts !== undefined && (await isStoredValue(needs, parts.key, parts.value))
}

/** Uses a code in the caller's transaction; false when it is wrong, expired or used already. */
export async function useSetupCode(
  transaction: Store,
  needs: Pick<SetupLinkDeps, 'vault' | 'clock'>,
  code: string,
): Promise<boolean> {
  const parts = partsOf(code)
  return parts !== undefined && (await useValue(transaction, needs, parts.key, parts.value)) !== undefined
}
