import { role } from '@turnpike/contract/identity/user'
import type { OptionValues } from '@turnpike/contract/options'
import type { Store } from '../../../store/store.ts'
import { countPasskeys } from '../passkeys/passkeys.queries.ts'
import { findTotp } from './second-factor.queries.ts'

export const hasSecondFactor = async (store: Store, userId: number): Promise<boolean> =>
  (await findTotp(store, userId)) !== undefined || (await countPasskeys(store, userId)) > 0

/** Whether a user of this role must have one. */
export function isSecondFactorRequired({ SecondFactorRequired }: OptionValues, level: number): boolean {
  if (SecondFactorRequired === 'none') return false
  return SecondFactorRequired === 'everybody' || level >= role.admin
}
