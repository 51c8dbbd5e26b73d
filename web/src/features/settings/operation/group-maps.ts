import { isTextWithin } from '@turnpike/contract/bounds'
import { groupNameBounds } from '@turnpike/contract/names'
import { options } from '@turnpike/contract/options'
import { formatCount, ratioBounds } from '@turnpike/contract/quota'
import { type Entries, isAmount, readMap, withEntry, writeMap } from '../../../components/options/map-text.ts'
import type { Words } from '../../../lib/text/words.ts'
import { jsonRule } from '../form/option-problem.ts'
import type { Rule } from '../form/section-table.ts'

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
const isDescription = (value: unknown): value is string =>
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

const nameMax = groupNameBounds.lengthMax
const ratioMax = formatCount(ratioBounds.max)

/** Checks names and values of a map of groups. The message starts with the label of the option. */
const ruleOf = ([en, zh]: Words, isValue: (value: unknown) => boolean, [needed, neededZh]: Words): Rule =>
  jsonRule((value): Words | undefined => {
    const map = readMap(JSON.stringify(value))
    if (!map) return [`${en}: an object such as { "default": … }`, `${zh}：应为形如 { "default": … } 的对象`]
    for (const [group, each] of map) {
      if (!isGroupName(group))
        return [
          `${en}: “${group}” is not a valid name. Use at most ${nameMax} characters, no comma, no spaces at the ends`,
          `${zh}：“${group}”不能作为名称：最多 ${nameMax} 个字符，不含逗号，首尾无空格`,
        ]
      if (!isValue(each)) return [`${en}: “${group}” needs ${needed}`, `${zh}：“${group}”的值应为${neededZh}`]
    }
    return undefined
  })

export const ratiosRule = ruleOf(['Group ratio', '分组倍率'], isAmount, [
  `a number from 0 to ${ratioMax} with at most six decimals`,
  ` 0 到 ${ratioMax} 之间、最多六位小数的数字`,
])
export const usableRule = ruleOf(['Usable groups', '用户可选分组'], isDescription, ['a text', '文本'])
