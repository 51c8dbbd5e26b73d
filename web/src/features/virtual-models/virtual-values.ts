import { isNumberText, isTextWithin } from '@turnpike/contract/bounds'
import {
  conditionBounds,
  type FallbackKind,
  fallbackKinds,
  memberBounds,
  membersMax,
  type NewVirtualModel,
  usualFallbacks,
  type VirtualMember,
  type VirtualMode,
  type VirtualModel,
  virtualModelBounds,
} from '@turnpike/contract/routing/virtual-models'

export const conditionNames = ['prompt_tokens_min', 'prompt_tokens_max', 'price_max', 'first_token_ms_max'] as const
export type ConditionName = (typeof conditionNames)[number]

/** A model of the list as it is typed; `id` tells rows apart while they are moved. */
export type MemberValues = { id: number; model: string; weight: string; when: Record<ConditionName, string> }

export type VirtualValues = {
  name: string
  description: string
  mode: VirtualMode
  groups: string[]
  is_enabled: boolean
  members: MemberValues[]
  fallback_on: FallbackKind[]
}

const noConditions: Record<ConditionName, string> = {
  prompt_tokens_min: '',
  prompt_tokens_max: '',
  price_max: '',
  first_token_ms_max: '',
}

let lastId = 0
export const newMember = (model = ''): MemberValues => ({ id: ++lastId, model, weight: '1', when: noConditions })

export const newValues = (): VirtualValues => ({
  name: '',
  description: '',
  mode: 'order',
  groups: [],
  is_enabled: true,
  members: [newMember(), newMember()],
  fallback_on: [...usualFallbacks],
})

const textOf = (value: number | undefined) => (value === undefined ? '' : String(value))

export const valuesOf = ({ name, description, mode, groups, is_enabled, members, fallback_on }: VirtualModel) => ({
  name,
  description,
  mode,
  groups,
  is_enabled,
  fallback_on,
  members: members.map(({ model, weight, when = {} }) => ({
    ...newMember(model),
    weight: String(weight),
    when: {
      prompt_tokens_min: textOf(when.prompt_tokens_min),
      prompt_tokens_max: textOf(when.prompt_tokens_max),
      price_max: textOf(when.price_max),
      first_token_ms_max: textOf(when.first_token_ms_max),
    },
  })),
})

/** How many conditions a model has. */
export const conditionsIn = ({ when }: MemberValues): number =>
  conditionNames.filter((name) => when[name].trim() !== '').length

/** Models that were left blank are not sent. */
export const namedMembers = ({ members }: VirtualValues): MemberValues[] =>
  members.filter((member) => member.model.trim() !== '' || conditionsIn(member) > 0)

export const bodyOf = (values: VirtualValues): NewVirtualModel => ({
  name: values.name.trim(),
  description: values.description.trim(),
  mode: values.mode,
  groups: values.groups,
  is_enabled: values.is_enabled,
  members: namedMembers(values).map(memberOf),
  fallback_on: fallbackKinds.filter((kind) => values.fallback_on.includes(kind)),
})

function memberOf(member: MemberValues): VirtualMember {
  const set = conditionNames.flatMap((name) => {
    const text = member.when[name].trim()
    return text === '' ? [] : [[name, Number(text)]]
  })
  return {
    model: member.model.trim(),
    weight: Number(member.weight),
    ...(set.length > 0 && { when: Object.fromEntries(set) as VirtualMember['when'] }),
  }
}

export type MemberProblem = 'modelProblem' | 'twiceProblem' | 'weightProblem'
export type ConditionProblem = 'numberProblem' | 'crossedProblem'
/** The problems by field; those of a model by `model 3`, `weight 3` and `price_max 3`, where 3 is its id. */
export type Problems = Partial<
  Record<string, MemberProblem | ConditionProblem | 'nameProblem' | 'descriptionProblem' | 'countProblem'>
>

export function problemsOf(values: VirtualValues): Problems {
  const problems: Problems = {}
  if (!isTextWithin(virtualModelBounds.name, values.name.trim())) problems.name = 'nameProblem'
  if (!isTextWithin(virtualModelBounds.description, values.description.trim()))
    problems.description = 'descriptionProblem'
  const members = namedMembers(values)
  if (members.length === 0 || members.length > membersMax) problems.members = 'countProblem'
  const seen = new Set<string>()
  for (const { id, model, weight, when } of members) {
    const name = model.trim()
    if (!isTextWithin(memberBounds.model, name)) problems[`model ${id}`] = 'modelProblem'
    else if (seen.has(name)) problems[`model ${id}`] = 'twiceProblem'
    seen.add(name)
    if (!isNumberText(memberBounds.weight, weight.trim())) problems[`weight ${id}`] = 'weightProblem'
    for (const condition of conditionNames) {
      const text = when[condition].trim()
      if (text !== '' && !isNumberText(conditionBounds[condition], text))
        problems[`${condition} ${id}`] = 'numberProblem'
    }
    const [least, most] = [when.prompt_tokens_min.trim(), when.prompt_tokens_max.trim()]
    if (least !== '' && most !== '' && Number(least) > Number(most))
      problems[`prompt_tokens_max ${id}`] ??= 'crossedProblem'
  }
  return problems
}

/** A member one place further up or down. */
export function movedMembers(members: readonly MemberValues[], index: number, by: -1 | 1): MemberValues[] {
  const moved = [...members]
  const [member] = moved.splice(index, 1)
  if (member) moved.splice(index + by, 0, member)
  return moved
}
