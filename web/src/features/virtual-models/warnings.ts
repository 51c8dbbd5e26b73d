import type { MemberChoice } from '@turnpike/contract/routing/virtual-models'

export type MemberWarning = 'noChannel' | 'noChannelInGroups' | 'noPrice'
type Choices = readonly MemberChoice[] | undefined

/** Why a model can serve no call now; undefined while the choices are not known. */
export function memberWarning(model: string, groups: readonly string[], choices: Choices): MemberWarning | undefined {
  if (!choices || model === '') return undefined
  const found = choices.find((choice) => choice.model === model)
  if (!found) return 'noChannel'
  if (!found.is_priced) return 'noPrice'
  return groups.length === 0 || found.groups.some((group) => groups.includes(group)) ? undefined : 'noChannelInGroups'
}

/** Whether a channel serves a model of this name that is not in the list itself. */
export const hidesReal = (name: string, members: readonly { model: string }[], choices: Choices): boolean =>
  choices?.some(({ model }) => model === name) === true && !members.some(({ model }) => model === name)

type Virtual = { name: string; groups: readonly string[]; members: readonly { model: string }[] }

export const countWarnings = ({ name, groups, members }: Virtual, choices: Choices): number =>
  members.filter(({ model }) => memberWarning(model, groups, choices)).length +
  (hidesReal(name, members, choices) ? 1 : 0)
