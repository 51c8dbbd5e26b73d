import { isTextWithin } from '@turnpike/contract/bounds'
import { groupNameBounds } from '@turnpike/contract/names'
import { options } from '@turnpike/contract/options'
import { type Entries, isAmount, readMap, withEntry, writeMap } from '../../../../components/options/map-text.ts'

export type GroupTexts = { GroupRatio?: string; UserUsableGroups?: string }

export type Group = {
  name: string
  /** Undefined for a name that is listed as usable and has no ratio, and so is no group. */
  ratio: number | undefined
  /** Shown to people who choose a group; undefined when they cannot choose this one. */
  description: string | undefined
}

export type GroupMaps = { ratios: Entries<number>; usable: Entries<string> }

export const isGroupName = (name: string) => isTextWithin(groupNameBounds, name)
export const isDescription = (value: unknown): value is string =>
  typeof value === 'string' && isTextWithin(options.UserUsableGroups.value, value)

/** Undefined while one of the texts is no map of the right kind. */
export function readGroups({ GroupRatio = '', UserUsableGroups = '' }: GroupTexts): GroupMaps | undefined {
  const [ratios, usable] = [readMap(GroupRatio), readMap(UserUsableGroups)]
  if (!ratios || !usable || ![...ratios.values()].every(isAmount) || ![...usable.values()].every(isDescription))
    return undefined
  return { ratios: ratios as Entries<number>, usable: usable as Entries<string> } // every value was checked
}

export const groupsOf = ({ ratios, usable }: GroupMaps): Group[] =>
  [...new Set([...ratios.keys(), ...usable.keys()])].map((name) => ({
    name,
    ratio: ratios.get(name),
    description: usable.get(name),
  }))

/** The texts with a changed group; one without ratio and description is removed. */
export const textsWithGroup = ({ ratios, usable }: GroupMaps, { name, ratio, description }: Group): GroupTexts => ({
  GroupRatio: writeMap(withEntry(ratios, name, ratio)),
  UserUsableGroups: writeMap(withEntry(usable, name, description)),
})
