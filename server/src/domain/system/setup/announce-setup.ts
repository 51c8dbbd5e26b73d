import { defaultRoot } from '@turnpike/contract/identity/user'
import type { Deps } from '../../../deps.ts'
import { findUnsetRoot } from './setup.rules.ts'
import { issueSetupCode } from './setup-link.ts'

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
