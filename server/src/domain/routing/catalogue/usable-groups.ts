import type { OptionValues } from '@turnpike/contract/options'
import type { UsableGroups } from '@turnpike/contract/routing/catalogue'

type GroupOptions = Pick<OptionValues, 'GroupRatio' | 'GroupGroupRatio' | 'UserUsableGroups'>

/**
 * The groups a user may use: those open to every user and their own, as far as they have a ratio. The ratio is what the
 * users of the own group pay.
 */
export function usableGroups(
  { GroupRatio, GroupGroupRatio, UserUsableGroups }: GroupOptions,
  own?: string,
): UsableGroups {
  const ratios = new Map(Object.entries(GroupRatio))
  const paid = new Map(Object.entries(new Map(Object.entries(GroupGroupRatio)).get(own ?? '') ?? {}))
  const descriptions = new Map(Object.entries(UserUsableGroups))
  if (own && !descriptions.has(own)) descriptions.set(own, own)
  // Built from entries, so that a group named `__proto__` is an ordinary key.
  return Object.fromEntries(
    [...descriptions].flatMap(([name, desc]) => {
      const ratio = ratios.get(name)
      return ratio === undefined ? [] : [[name, { desc, ratio: paid.get(name) ?? ratio }]]
    }),
  )
}
