import type { UsableGroups } from '@turnpike/contract/catalogue'
import type { OptionValues } from '@turnpike/contract/options'

type GroupOptions = Pick<OptionValues, 'GroupRatio' | 'UserUsableGroups'>

/** What a group means to those who may use it: those open to all and one's own, as long as they have a ratio. */
export function usableGroups({ GroupRatio, UserUsableGroups }: GroupOptions, own?: string): UsableGroups {
  const ratios = new Map(Object.entries(GroupRatio))
  const descriptions = new Map(Object.entries(UserUsableGroups))
  if (own && !descriptions.has(own)) descriptions.set(own, own)
  // Built from entries, so that no name of a group can be more than a name.
  return Object.fromEntries(
    [...descriptions].flatMap(([name, desc]) => {
      const ratio = ratios.get(name)
      return ratio === undefined ? [] : [[name, { desc, ratio }]]
    }),
  )
}
