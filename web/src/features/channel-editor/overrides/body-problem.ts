import { maskedLiteral } from '@turnpike/contract/routing/override-headers'
import { readParamOverride } from '@turnpike/contract/routing/overrides'
import { repeatedName } from '../../../components/fields/json-problem.ts'
import { type BodyForm, type BodyOverride, isBlank, type JsonRow, readValue } from './body-form.ts'
import { type OverrideProblem, repeated, unreadable } from './override-problem.ts'

/** The first problem of an override. Rows of the form have theirs before the JSON has its own. */
export function bodyProblem({ text, form }: BodyOverride): OverrideProblem | undefined {
  const own = form ? formProblem(form) : repeated(repeatedName(text))
  if (own) return own
  const { fault } = readParamOverride(text)
  if (!fault) return undefined
  const row = form?.fields.findIndex(({ name }) => name.trim() === fault.place) ?? -1
  return unreadable(text, fault, row < 0 ? fault.place : `${placeOfField(row)}.name`)
}

/** The place of a field is its row, because its name may be missing. */
export const placeOfField = (row: number) => `fields[${row}]`
export const placeOfOperation = (row: number) => `operations[${row}]`
export const placeOfCondition = (operation: string, row: number) => `${operation}.conditions[${row}]`

/** The place of the first hidden text of a header. */
export function maskIn({ form }: BodyOverride): string | undefined {
  const row = form?.operations.findIndex(({ json }) => json.value === maskedLiteral) ?? -1
  return row < 0 ? undefined : `${placeOfOperation(row)}.value`
}

function formProblem({ fields, operations }: BodyForm): OverrideProblem | undefined {
  const names = new Set<string>()
  for (const [row, field] of fields.entries()) {
    if (isBlank(field)) continue
    const at = placeOfField(row)
    const name = field.name.trim()
    const read = readValue(field.value)
    if (name === '') return { code: 'row_name', at: `${at}.name` }
    if (names.has(name)) return repeated(name, `${at}.name`)
    if ('problem' in read) return { code: read.problem === 'json' ? 'value_json' : 'row_value', at: `${at}.value` }
    names.add(name)
  }
  for (const [row, operation] of operations.entries()) {
    const at = placeOfOperation(row)
    if (isBroken(operation)) return { code: 'value_json', at: `${at}.value` }
    const condition = operation.conditions.findIndex(isBroken)
    if (condition >= 0) return { code: 'value_json', at: `${placeOfCondition(at, condition)}.value` }
  }
  return undefined
}

function isBroken({ typed }: JsonRow): boolean {
  if (typed === undefined) return false
  const read = readValue(typed)
  return 'problem' in read && read.problem === 'json'
}
