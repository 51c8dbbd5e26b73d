import type { OptionValues } from '@turnpike/contract/options'
import type { UsableGroups } from '@turnpike/contract/routing/catalogue'
import type { Caller } from '../../../http/caller.ts'
import { ratioForUsers } from '../../money/pricing/group-ratio.ts'
import { commaList } from '../channels/comma-list.ts'

type GroupOptions = Pick<OptionValues, 'GroupRatio' | 'GroupGroupRatio' | 'UserUsableGroups'>

/** The groups of the caller's own calls; in an organisation, of its own and of those that the member may use. */
export function groupsOfCaller(options: GroupOptions, { group, org }: Pick<Caller, 'group' | 'org'>): UsableGroups {
  const usable = usableGroups(options, org?.group ?? group)
  if (!org || org.member.groups === '') return usable
  const open = new Set([org.group, ...commaList(org.member.groups)])
  return Object.fromEntries(Object.entries(usable).filter(([name]) => open.has(name)))
}

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
