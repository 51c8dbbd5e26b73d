import { defaultRoot } from '@turnpike/contract/identity/user'
import type { Deps } from '../../../deps.ts'
import type { Store } from '../../../store/store.ts'
import { isStoredValue, issueValue, newSecret, oneTimeLife, useValue } from '../../identity/one-time/one-time.ts'
import { findUnsetRoot } from './setup.rules.ts'

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
async function issueSetupCode(needs: SetupLinkDeps): Promise<string> {
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

/**
 * Logs, at every start until it is done, the link that sets the first password of the super administrator. The code in it is a secret
 * that expires; the log is the one place that only the operator can read.
 */
export async function announceSetup(
  deps: Pick<Deps, 'store' | 'vault' | 'clock' | 'options' | 'log'>,
  { url, isFirstStart }: { url: string; isFirstStart: boolean },
): Promise<void> {
  const { options, log } = deps
  if (!(await findUnsetRoot(deps))) {
    if (isFirstStart)
      log.warn(`created the super administrator ${defaultRoot.username} with the password that was given`)
    return
  }
  const address = options.current().ServerAddress || url
  const link = `${address.replace(/\/+$/, '')}/setup?code=${await issueSetupCode(deps)}`
  const what = isFirstStart ? 'created the super administrator' : 'the super administrator has the default password'
  log.warn(
    `${what}: open ${link} to set the password; the link works once, for 30 minutes, and a restart prints a new one`,
  )
}
