import { defaultGroup, type PricingGroups } from '@turnpike/contract/money/pricing'

/** The group whose prices are shown: the chosen one, else the reader's own, as far as the server lists it. */
export function groupShown({ group_ratio }: PricingGroups, chosen: string, own: string | undefined): string {
  const listed = [chosen, own, defaultGroup].find((group) => group && Object.hasOwn(group_ratio, group))
  return listed ?? Object.keys(group_ratio)[0] ?? defaultGroup
}
