import type { OptionValues } from '@turnpike/contract/options'
import type { UsableGroups } from '@turnpike/contract/routing/catalogue'

type GroupOptions = Pick<OptionValues, 'GroupRatio' | 'UserUsableGroups'>

/** The groups a user may use: those open to every user and their own, as far as they have a ratio. */
export function usableGroups({ GroupRatio, UserUsableGroups }: GroupOptions, own?: string): UsableGroups {
  const ratios = new Map(Object.entries(GroupRatio))
  const descriptions = new Map(Object.entries(UserUsableGroups))
  if (own && !descriptions.has(own)) descriptions.set(own, own)
  // Built from entries, so that a group named `__proto__` is an ordinary key.
  return Object.fromEntries(
    [...descriptions].flatMap(([name, desc]) => {
      const ratio = ratios.get(name)
      return ratio === undefined ? [] : [[name, { desc, ratio }]]
    }),
  )
}
