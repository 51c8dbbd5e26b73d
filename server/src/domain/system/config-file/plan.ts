import type { ConfigAction, ConfigChange, ConfigKind } from '@turnpike/contract/system/config-file/config-file-api'
import type { FieldChange } from '@turnpike/contract/system/history'
import type { Problem } from './problems.ts'

/** The plan of one section of a file: the changes as people read them, and the steps that make them. */
export type SectionPlan<Step> = { changes: ConfigChange[]; steps: Step[]; problems: Problem[] }

const shownLengthMax = 2000
const cut = (value: string | number | null | undefined) =>
  typeof value === 'string' && value.length > shownLengthMax ? `${value.slice(0, shownLengthMax)}…` : value

type Value = string | number | null | undefined

/** A member before and after; an undefined value is left out. */
export function fieldOf(field: string, before: Value, after: Value): FieldChange {
  const [old, now] = [cut(before), cut(after)]
  return {
    field,
    ...(old !== undefined && { before: old }),
    ...(now !== undefined && { after: now }),
    is_hidden: false,
  }
}

/** A member whose values are not shown. */
export const hiddenField = (field: string): FieldChange => ({ field, is_hidden: true })

export const changeOf = (
  kind: ConfigKind,
  action: ConfigAction,
  name: string,
  fields: FieldChange[] = [],
): ConfigChange => ({ kind, action, name, fields })

/** The value of an entry that administrators named: `constructor` is a name like any other. */
export const own = <Value>(entries: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(entries, name) ? entries[name] : undefined
