import { isTextWithin } from '@turnpike/contract/bounds'
import { type PayoutMethod, payoutBounds } from '@turnpike/contract/money/agents/withdrawal'

/** A field of a method as it is edited. `key` stays the same while others are added and removed. */
export type FieldValues = { key: number; label: string; label_zh: string; required: boolean }

export type MethodValues = { name: string; name_zh: string; enabled: boolean; fields: FieldValues[] }

/** By the name of the field, or by the key and language of a field of the method: `label 2`. */
export type MethodProblems = Partial<Record<string, 'nameProblem' | 'labelProblem' | 'fieldsMissing'>>

let lastKey = 0
export const newField = (): FieldValues => ({ key: ++lastKey, label: '', label_zh: '', required: true })

export const newMethodValues = (): MethodValues => ({ name: '', name_zh: '', enabled: true, fields: [newField()] })

export const valuesOf = ({ name, name_zh, enabled, fields }: PayoutMethod): MethodValues => ({
  name,
  name_zh,
  enabled,
  fields: fields.map((field) => ({ ...newField(), ...field })),
})

export const methodOf = (id: number, { name, name_zh, enabled, fields }: MethodValues): PayoutMethod => ({
  id,
  name: name.trim(),
  name_zh: name_zh.trim(),
  enabled,
  fields: fields.map(({ label, label_zh, required }) => ({
    label: label.trim(),
    label_zh: label_zh.trim(),
    required,
  })),
})

export function problemsOf(values: MethodValues): MethodProblems {
  const problems: MethodProblems = {}
  for (const name of ['name', 'name_zh'] as const)
    if (!isTextWithin(payoutBounds.name, values[name].trim())) problems[name] = 'nameProblem'
  for (const field of values.fields)
    for (const name of ['label', 'label_zh'] as const)
      if (!isTextWithin(payoutBounds.field, field[name].trim())) problems[`${name} ${field.key}`] = 'labelProblem'
  if (values.fields.length === 0) problems.fields = 'fieldsMissing'
  return problems
}

/** The list with the element at a place moved by one; the list itself where that is not possible. */
export function moved<Item>(list: readonly Item[], from: number, by: -1 | 1): Item[] {
  const next = [...list]
  const [one, other] = [next[from], next[from + by]]
  if (one === undefined || other === undefined) return next
  next[from] = other
  next[from + by] = one
  return next
}
