import { isObject, parseJson, repeatedName } from '../../../components/fields/json-problem.ts'

export type Json = Readonly<Record<string, unknown>>

/** A body field that is set, as it is typed. */
export type FieldRow = { id: number; name: string; value: string }
/** An object as its JSON has it, so that members that the form does not know stay in it. */
export type JsonRow = {
  id: number
  json: Json
  /** The member `value` as it was typed. */
  typed?: string
}
/** The conditions are also in the JSON of their operation. */
export type OperationRow = JsonRow & { conditions: readonly JsonRow[] }
export type BodyForm = { fields: readonly FieldRow[]; operations: readonly OperationRow[] }
/** The JSON of an override, and its rows while they are edited; without them the JSON itself is edited. */
export type BodyOverride = { text: string; form?: BodyForm | undefined }

/** The id of a new row. Rows that are read are numbered, so that a field keeps the focus when its form is saved. */
export const newId = (rows: readonly { id: number }[]): number => Math.max(-1, ...rows.map(({ id }) => id)) + 1

/** A stored override, in the form where the form can show it. */
export const bodyOverride = (text: string): BodyOverride => ({ text, form: readBodyForm(text) })
export const formOverride = (form: BodyForm): BodyOverride => ({ text: writeBodyForm(form), form })

/** The form of a JSON text; undefined for one that the form cannot show. */
export function readBodyForm(text: string): BodyForm | undefined {
  if (text.trim() === '') return { fields: [], operations: [] }
  const parsed = parseJson(text)
  if ('position' in parsed || !isObject(parsed.value) || repeatedName(text) !== undefined) return undefined
  const { operations = [], ...fields } = parsed.value
  if (!Array.isArray(operations) || !operations.every(isOperation)) return undefined
  if (Object.keys(fields).some((name) => name !== name.trim())) return undefined // names are written as they are typed, trimmed
  return {
    fields: Object.entries(fields).map(([name, value], id) => ({ id, name, value: textOfValue(value) })),
    operations: operations.map((json, id) => operationRow(json, id)),
  }
}

export function operationRow(json: Json, id: number): OperationRow {
  const conditions: readonly Json[] = Array.isArray(json.conditions) ? json.conditions : []
  return { id, json, conditions: conditions.map((each, row) => ({ id: row, json: each })) }
}

/** The operation with other conditions; without any, it has no member for them. */
export const withConditions = (row: OperationRow, conditions: readonly JsonRow[]): OperationRow => ({
  ...row,
  json: withJson(row.json, 'conditions', conditions.length === 0 ? undefined : conditions.map(({ json }) => json)),
  conditions,
})

/** The row with a typed value. The JSON has it once it is a value. */
export function withTypedValue<Row extends JsonRow>(row: Row, typed: string): Row {
  const read = readValue(typed)
  return { ...row, json: withJson(row.json, 'value', 'value' in read ? read.value : undefined), typed }
}

export const typedValue = ({ json, typed }: JsonRow): string =>
  typed ?? (json.value === undefined ? '' : textOfValue(json.value))

const textMembers = ['mode', 'path', 'from', 'to', 'logic'] as const
const isTextOrAbsent = (value: unknown) => value === undefined || typeof value === 'string'
const isFlagOrAbsent = (value: unknown) => value === undefined || typeof value === 'boolean'

function isOperation(json: unknown): json is Json {
  if (!isObject(json) || typeof json.mode !== 'string') return false
  const { conditions = [] } = json
  return (
    textMembers.every((name) => isTextOrAbsent(json[name])) &&
    isFlagOrAbsent(json.keep_origin) &&
    Array.isArray(conditions) &&
    conditions.every(isCondition)
  )
}

const isCondition = (json: unknown): json is Json =>
  isObject(json) &&
  [json.path, json.mode].every(isTextOrAbsent) &&
  [json.invert, json.pass_missing_key].every(isFlagOrAbsent)

/** The JSON text of a form, empty for an empty one. Rows with nothing in them are left out. */
export function writeBodyForm({ fields, operations }: BodyForm): string {
  const rows = fields.filter((row) => !isBlank(row))
  const members = rows.map(({ name, value }) => {
    const read = readValue(value)
    return `${JSON.stringify(name.trim())}: ${indented('value' in read ? read.value : value)}`
  })
  if (operations.length > 0) members.push(`"operations": ${indented(operations.map(({ json }) => json))}`)
  return members.length === 0 ? '' : `{\n  ${members.join(',\n  ')}\n}`
}

const indented = (value: unknown) => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')

export const isBlank = ({ name, value }: FieldRow) => name.trim() === '' && value.trim() === ''

type Read = { value: unknown } | { problem: 'missing' | 'json' }

/** The value that a typed text means: JSON, or a text where it cannot be meant as JSON. */
export function readValue(text: string): Read {
  const typed = text.trim()
  if (typed === '') return { problem: 'missing' }
  const parsed = parseJson(typed)
  if ('value' in parsed) return Number.isFinite(parsed.value) || typeof parsed.value !== 'number' ? parsed : jsonProblem
  return /^["{[]/.test(typed) ? jsonProblem : { value: typed }
}
const jsonProblem = { problem: 'json' } as const

/** The text that means a value. A text has no quotes where it is read as the same text without them. */
export function textOfValue(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  const read = readValue(value)
  return 'value' in read && read.value === value ? value : JSON.stringify(value)
}

/** The JSON with a member changed; undefined takes the member out. The order of the others stays. */
export function withJson(json: Json, name: string, value: unknown): Json {
  const { [name]: _, ...others } = json
  if (value === undefined) return others
  return name in json ? { ...json, [name]: value } : { ...others, [name]: value }
}

export const textIn = (json: Json, name: string): string => {
  const value = json[name]
  return typeof value === 'string' ? value : ''
}
