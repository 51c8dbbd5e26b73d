import type { OptionValues } from '@turnpike/contract/options'

type Ratios = Pick<OptionValues, 'GroupRatio' | 'GroupGroupRatio'>

/** What the users of a group pay in a group: their own ratio there, or that of the group. */
export function ratioForUsers(
  { GroupRatio, GroupGroupRatio }: Ratios,
  ownGroup: string,
  group: string,
): number | undefined {
  const ratios = memberOf(GroupGroupRatio, ownGroup)
  return (ratios && memberOf(ratios, group)) ?? memberOf(GroupRatio, group)
}

/** Administrators choose the names: `constructor` is one like any other. */
const memberOf = <Value>(map: Record<string, Value>, name: string): Value | undefined =>
  Object.hasOwn(map, name) ? map[name] : undefined
