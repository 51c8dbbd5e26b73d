import { errors } from '@turnpike/contract/errors'
import {
  type OverrideFault,
  readHeaderOverride,
  readParamOverride,
  unsupportedModes,
} from '@turnpike/contract/routing/overrides'
import { isObject, parsedJson } from '../../domain/routing/channels/edit/json-text.ts'
import type { TableNotes } from '../report.ts'
import { jsonIn, type Row, textIn } from '../row.ts'

type Overrides = {
  param_override: string | undefined
  header_override: string | undefined
  /** The model that the channel requests instead of any other. */
  model: string | undefined
  /** The channel would send other requests than it did. */
  mustRest: boolean
}

/** What the channel changes in its requests. An override that cannot be carried out here is left out. */
export function overridesOf(row: Row, notes: TableNotes, who: string): Overrides {
  const body = writtenText(row, 'param_override')
  const headers = writtenText(row, 'header_override')
  const { text: param_override, model } = withoutModel(body)
  const header_override = withTextValues(headers)
  const bodyProblem = problemOf(param_override, readParamOverride(param_override).fault)
  const headerProblem = problemOf('', readHeaderOverride(header_override).fault)
  const kept = (column: string, text: string, problem: string | undefined) => {
    if (problem) notes.changed(`its ${column} is left out and it comes disabled: ${problem}`, who)
    else if (text !== '') notes.remark(`its ${column} comes`, who)
    return problem || text === '' ? undefined : text
  }
  if (model !== undefined && !bodyProblem) notes.changed('its override of the model becomes a model mapping', who)
  return {
    param_override: kept('param_override', param_override, bodyProblem),
    header_override: kept('header_override', header_override, headerProblem),
    model: bodyProblem ? undefined : model,
    mustRest: bodyProblem !== undefined || headerProblem !== undefined,
  }
}

const writtenText = (row: Row, column: string): string => {
  const text = textIn(row, column).trim()
  return text === '{}' || text === 'null' ? '' : text
}

function problemOf(text: string, fault: OverrideFault | undefined): string | undefined {
  const modes = unsupportedModes(text)
  if (modes.length > 0) return `${modes.join(', ')} has no equivalent here`
  return fault && errors[fault.code].en.replace(/\{(\w+)\}/g, (_, name: 'place' | 'name') => fault[name])
}

/**
 * The override without an unconditional model, which is a model mapping here. It stays, and is refused, where an
 * operation before it reads the model.
 */
function withoutModel(text: string): { text: string; model?: string } {
  const members = parsedJson(text)
  if (!isObject(members)) return { text }
  const { model: merged, operations: list, ...fields } = members
  const operations: unknown[] = Array.isArray(list) ? list : []
  let model = typeof merged === 'string' ? merged : undefined
  const rest: unknown[] = []
  for (const operation of operations) {
    const set = modelSetBy(operation)
    if (set === undefined) rest.push(operation)
    else if (!rest.some(readsModel)) model = set || model
    else return { text }
  }
  if (merged !== undefined && typeof merged !== 'string') return { text }
  if (rest.length === operations.length && merged === undefined) return { text }
  const isEmpty = rest.length === 0 && Object.keys(fields).length === 0
  const left = { ...fields, ...(rest.length > 0 && { operations: rest }) }
  return { text: isEmpty ? '' : JSON.stringify(left), ...(model !== undefined && { model }) }
}

/** The model that an operation sets for every call; empty where it keeps the model of the request. */
function modelSetBy(operation: unknown): string | undefined {
  if (!isObject(operation) || operation.mode !== 'set' || operation.path !== 'model') return undefined
  const { conditions, keep_origin, value } = operation
  const isConditional = isObject(conditions) || (Array.isArray(conditions) && conditions.length > 0)
  if (isConditional || typeof value !== 'string' || value.trim() === '') return undefined
  return keep_origin === true ? '' : value.trim()
}

const readsModel = (operation: unknown) => /"(?:upstream_)?model\b/.test(JSON.stringify(operation))

/** Related gateways send any value as text, and no header without a value. */
function withTextValues(text: string): string {
  const headers = parsedJson(text)
  if (!isObject(headers)) return text
  const entries = Object.entries(headers).flatMap(([name, value]): [string, unknown][] => {
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    if (!isPlain) return [[name, value]]
    const isLeftOut = String(value).trim() === '' && !/^(?:\*$|re:|regex:)/i.test(name.trim())
    return isLeftOut ? [] : [[name, String(value).trim()]]
  })
  return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries))
}

/** The row with its system prompt in the settings; one-api keeps it in a column of its own. */
export function withSystemPrompt(row: Row, notes: TableNotes, who: string): Row {
  const setting = jsonIn(row, 'setting')
  const prompt = textIn(row, 'system_prompt').trim()
  if (prompt === '') {
    if (isObject(setting) && setting.system_prompt) notes.remark('its system prompt comes', who)
    return row
  }
  notes.changed('its system prompt is put before the client’s, which it replaced there', who)
  const members = { ...(isObject(setting) && setting), system_prompt: prompt, system_prompt_override: true }
  return { ...row, setting: JSON.stringify(members) }
}

/** The mapping of a channel that requests one model for all of its models. */
export const mappingTo = (model: string, models: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(models.map((name) => [name, model])))
