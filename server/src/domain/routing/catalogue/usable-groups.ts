import type { OptionValues } from '@turnpike/contract/options'
import type { UsableGroups } from '@turnpike/contract/routing/catalogue'
import { ratioForUsers } from '../../money/pricing/group-ratio.ts'

type GroupOptions = Pick<OptionValues, 'GroupRatio' | 'GroupGroupRatio' | 'UserUsableGroups'>

/**
 * The groups a user may use: those open to every user and their own, as far as they have a ratio. The ratio is what the
 * users of the own group pay.
 */
export function usableGroups(options: GroupOptions, own = ''): UsableGroups {
  const descriptions = new Map(Object.entries(options.UserUsableGroups))
  if (own && !descriptions.has(own)) descriptions.set(own, own)
  // Built from entries, so that a group named `__proto__` is an ordinary key.
  return Object.fromEntries(
    [...descriptions].flatMap(([name, desc]) => {
      const ratio = ratioForUsers(options, own, name)
      return ratio === undefined || !Object.hasOwn(options.GroupRatio, name) ? [] : [[name, { desc, ratio }]]
    }),
  )
}
