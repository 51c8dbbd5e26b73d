import { AppError } from '../../../http/app-error.ts'
import type { Limits } from '../../../http/limits.ts'

/** Whether the account has had too many failures, so that the next attempt is refused. */
export async function isLocked(limits: Limits, account: string): Promise<boolean> {
  try {
    await limits.check('failed sign-in account', account)
    return false
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return true
    throw error
  }
}

type Attempt = { account: string; address: string }

/**
 * Counts an attempt at a password before it is checked, so that a burst cannot outrun the limit; returns how to uncount
 * it once the password was right. An account is counted at its address by its first failure only: the limit of an address
 * is for failures of different accounts, so one user who mistypes cannot lock out everyone behind a shared address.
 */
export async function countAttempt(limits: Limits, { account, address }: Attempt): Promise<() => Promise<void>> {
  const isFirst = (await limits.take('failed sign-in account', account)) === 1
  const uncountAccount = () => limits.giveBack('failed sign-in account', account)
  try {
    if (isFirst) await limits.take('failed sign-in address', address)
    else await limits.check('failed sign-in address', address)
  } catch (refusal) {
    await uncountAccount() // no password was tried: a locked address must not lock accounts
    throw refusal
  }
  return async () => {
    await uncountAccount()
    if (isFirst) await limits.giveBack('failed sign-in address', address)
  }
}
