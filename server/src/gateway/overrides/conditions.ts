import type { OverridePath } from '@turnpike/contract/routing/override-path'
import type { ConditionLogic, OverrideCondition } from '@turnpike/contract/routing/overrides'
import { isObject } from '../translate/json/json-values.ts'
import { absent, valueAt } from './update-json.ts'

export type ReadCondition = Omit<OverrideCondition, 'path'> & { steps: OverridePath }
export type ReadConditions = { list: readonly ReadCondition[]; logic: ConditionLogic }

/** Whether an operation applies. A path that the body lacks is looked up in the facts about the call. */
export function conditionsHold(
  { list, logic }: ReadConditions,
  body: unknown,
  facts: () => Record<string, unknown>,
): boolean {
  const holds = (condition: ReadCondition) => conditionHolds(condition, body, facts)
  if (list.length === 0) return true
  return logic === 'AND' ? list.every(holds) : list.some(holds)
}

function conditionHolds(
  { steps, mode, value: wanted, invert = false, pass_missing_key = false }: ReadCondition,
  body: unknown,
  facts: () => Record<string, unknown>,
): boolean {
  let value = valueAt(body, steps)
  if (value === absent) value = valueAt(facts(), steps)
  if (value === absent) return pass_missing_key
  return compare(mode, value, wanted) !== invert
}

function compare(mode: OverrideCondition['mode'], value: unknown, wanted: unknown): boolean {
  switch (mode) {
    case 'full':
      return isSame(value, wanted)
    case 'prefix':
      return asText(value).startsWith(asText(wanted))
    case 'suffix':
      return asText(value).endsWith(asText(wanted))
    case 'contains':
      return asText(value).includes(asText(wanted))
    default:
      return typeof value === 'number' && typeof wanted === 'number' && isOrdered(mode, value, wanted)
  }
}

function isOrdered(mode: 'gt' | 'gte' | 'lt' | 'lte', value: number, wanted: number): boolean {
  if (mode === 'gt') return value > wanted
  if (mode === 'gte') return value >= wanted
  return mode === 'lt' ? value < wanted : value <= wanted
}

const isContainer = (value: unknown) => isObject(value) || Array.isArray(value)
const isSame = (one: unknown, other: unknown) =>
  isContainer(one) && isContainer(other) ? asText(one) === asText(other) : one === other

/** Numbers and booleans compare as they are written, objects and lists as JSON, null as an empty text. */
function asText(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
