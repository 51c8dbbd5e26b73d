import {
  headerBounds,
  isCredentialHeader,
  isFramingHeader,
  isHeaderName,
  isReadableHeader,
  readHeaderValue,
} from './override-headers.ts'
import { protectedField, protectedWithin, readPath, unsafeNames } from './override-path.ts'

/**
 * What a channel changes in the requests that it sends: `param_override` in the JSON body and the headers,
 * `header_override` in the headers. Both are JSON texts in the format of related gateways. The server and the form read
 * them with the same functions.
 */
export const overrideBounds = {
  operationsMax: 100,
  conditionsMax: 20,
  membersMax: 100, // of a plain object that is merged
  valueLengthMax: 16 * 1024, // of the JSON text
  valueDepthMax: 16,
  descriptionLengthMax: 1000,
  messageLengthMax: 2000,
} as const

export const bodyModes = ['set', 'delete', 'move', 'copy', 'append', 'prepend', 'replace', 'return_error'] as const
export const headerModes = ['set_header', 'delete_header', 'copy_header', 'move_header', 'pass_headers'] as const
export const operationModes = [...bodyModes, ...headerModes] as const
export type OperationMode = (typeof operationModes)[number]

export const conditionModes = ['full', 'prefix', 'suffix', 'contains', 'gt', 'gte', 'lt', 'lte'] as const
export type ConditionMode = (typeof conditionModes)[number]
export const conditionLogics = ['OR', 'AND'] as const
export type ConditionLogic = (typeof conditionLogics)[number]

export type OverrideCondition = {
  path: string
  mode: ConditionMode
  value: unknown
  /** The condition holds where the comparison does not. */
  invert?: boolean
  /** The condition holds where the path leads nowhere. */
  pass_missing_key?: boolean
}

type When = { description?: string; conditions?: OverrideCondition[]; logic?: ConditionLogic }
export type OverrideOperation = When &
  (
    | { mode: 'set'; path: string; value: unknown; keep_origin?: boolean }
    | { mode: 'append' | 'prepend'; path: string; value: unknown; keep_origin?: boolean }
    | { mode: 'delete'; path: string }
    | { mode: 'move' | 'copy'; from: string; to: string }
    /** Every occurrence of the text `from` in the text at the path. */
    | { mode: 'replace'; path: string; from: string; to: string }
    | { mode: 'return_error'; value: ReturnedError }
    /** `path` is the name of the header. */
    | { mode: 'set_header'; path: string; value: string; keep_origin?: boolean }
    | { mode: 'delete_header'; path: string }
    | { mode: 'copy_header' | 'move_header'; from: string; to: string; keep_origin?: boolean }
    | { mode: 'pass_headers'; value: string[]; keep_origin?: boolean }
  )

/** The refusal that a client gets instead of an attempt. */
export type ReturnedError = {
  message: string
  status_code: number
  code: string
  type: string
  /** False: other channels are tried first. */
  skip_retry: boolean
}
export const returnedErrorDefaults = {
  status_code: 400,
  code: 'invalid_request',
  type: 'invalid_request_error',
} as const
export const returnedStatusBounds = { min: 400, max: 599, decimals: 0 } as const

/** `merge` is applied before the operations: its members replace those of the body. */
export type ParamOverride = { merge: Readonly<Record<string, unknown>>; operations: readonly OverrideOperation[] }
/** Values by header name, as administrators write them: literals, `{api_key}` in a text, `{client_header:Name}`. */
export type HeaderOverride = Readonly<Record<string, string>>

/** The error codes of `errors.ts`; `place` is a member such as `operations[2].path`, and `name` what is wrong there. */
export type OverrideFault = {
  code:
    | 'override_json'
    | 'override_mode'
    | 'override_member'
    | 'override_large'
    | 'override_protected'
    | 'override_header'
    | 'override_credential'
  place: string
  name: string
}

export type Read<Value> = { value: Value; fault?: undefined } | { value?: undefined; fault: OverrideFault }

/** An empty text is an override that changes nothing. */
export const readParamOverride = (text: string): Read<ParamOverride> => reading(() => paramOverrideOf(objectIn(text)))
export const readHeaderOverride = (text: string): Read<HeaderOverride> => reading(() => headersOf(objectIn(text)))

/** The modes of other gateways in this text that cannot be carried out here; each once. */
export function unsupportedModes(text: string): string[] {
  const parsed = parsedJson(text)
  const operations = isObject(parsed) && Array.isArray(parsed.operations) ? parsed.operations : []
  const modes = operations.map((operation) => {
    if (!isObject(operation) || typeof operation.mode !== 'string') return '?'
    if (operation.mode === 'set_header' && isObject(operation.value)) return 'set_header {}' // rewrites a list
    return operation.mode
  })
  return [...new Set(modes.filter((mode) => !isMode(mode)))]
}

class Fault extends Error {
  readonly fault: OverrideFault
  constructor(code: OverrideFault['code'], place: string, name = '') {
    super(code)
    this.fault = { code, place, name }
  }
}

function reading<Value>(read: () => Value): Read<Value> {
  try {
    return { value: read() }
  } catch (error) {
    if (error instanceof Fault) return { fault: error.fault }
    throw error
  }
}

function objectIn(text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  const parsed = parsedJson(text)
  if (!isObject(parsed)) throw new Fault('override_json', '')
  return parsed
}

function paramOverrideOf({ operations = [], ...merge }: Record<string, unknown>): ParamOverride {
  const names = Object.keys(merge)
  if (names.length > overrideBounds.membersMax) throw new Fault('override_large', '')
  for (const name of names) {
    if (unsafeNames.has(name)) throw new Fault('override_member', name)
    const field = protectedWithin([name], merge[name])
    if (field !== undefined) throw new Fault('override_protected', name, field)
    checkValue(merge[name], name)
  }
  if (!Array.isArray(operations)) throw new Fault('override_member', 'operations')
  if (operations.length > overrideBounds.operationsMax) throw new Fault('override_large', 'operations')
  return { merge, operations: operations.map((each, index) => operationOf(each, `operations[${index}]`)) }
}

/** The members of each mode beside `mode`, `description`, `conditions` and `logic`. A misspelt member is refused. */
export const membersOfMode: Readonly<Record<OperationMode, readonly string[]>> = {
  set: ['path', 'value', 'keep_origin'],
  append: ['path', 'value', 'keep_origin'],
  prepend: ['path', 'value', 'keep_origin'],
  delete: ['path'],
  move: ['from', 'to'],
  copy: ['from', 'to'],
  replace: ['path', 'from', 'to'],
  return_error: ['value'],
  set_header: ['path', 'value', 'keep_origin'],
  delete_header: ['path'],
  copy_header: ['path', 'from', 'to', 'keep_origin'],
  move_header: ['path', 'from', 'to', 'keep_origin'],
  pass_headers: ['value', 'keep_origin'],
}
/** Members that some editors write for every mode. They count only where the mode has them. */
const commonMembers = ['mode', 'description', 'conditions', 'logic']
const idleMembers = ['path', 'from', 'to', 'keep_origin', 'value']

function operationOf(given: unknown, place: string): OverrideOperation {
  if (!isObject(given)) throw new Fault('override_member', place)
  const { mode } = given
  if (!isMode(mode)) throw new Fault('override_mode', `${place}.mode`, typeof mode === 'string' ? mode : '')
  const members = membersOfMode[mode]
  for (const name of Object.keys(given))
    if (
      !commonMembers.includes(name) &&
      !members.includes(name) &&
      !(idleMembers.includes(name) && isIdle(given[name]))
    )
      throw new Fault('override_member', `${place}.${name}`)
  const when = whenOf(given, place)
  const keeps = flag(given, 'keep_origin', place)
  const keep = members.includes('keep_origin') && keeps ? { keep_origin: true } : {}
  switch (mode) {
    case 'set':
    case 'append':
    case 'prepend': {
      const path = writtenPath(given, 'path', place)
      if (given.value === undefined) throw new Fault('override_member', `${place}.value`)
      checkValue(given.value, `${place}.value`)
      const field = protectedWithin(readPath(path) ?? [], given.value)
      if (field !== undefined) throw new Fault('override_protected', `${place}.value`, field)
      return { mode, path, value: given.value, ...keep, ...when }
    }
    case 'delete':
      return { mode, path: writtenPath(given, 'path', place), ...when }
    case 'move':
      return { mode, from: singlePath(given, 'from', place, true), to: singlePath(given, 'to', place, true), ...when }
    case 'copy':
      return { mode, from: singlePath(given, 'from', place, false), to: singlePath(given, 'to', place, true), ...when }
    case 'replace': {
      const from = textOf(given, 'from', place)
      if (from === '') throw new Fault('override_member', `${place}.from`)
      return { mode, path: writtenPath(given, 'path', place), from, to: textOf(given, 'to', place), ...when }
    }
    case 'return_error':
      return { mode, value: returnedErrorOf(given.value, `${place}.value`), ...when }
    case 'set_header': {
      const path = headerName(given.path, `${place}.path`)
      return { mode, path, value: headerValue(path, given.value, `${place}.value`), ...keep, ...when }
    }
    case 'delete_header':
      return { mode, path: headerName(given.path, `${place}.path`), ...when }
    case 'copy_header':
    case 'move_header': {
      const from = clientHeaderName(given.from || given.path, `${place}.from`)
      const to = clientHeaderName(given.to || given.path, `${place}.to`)
      return { mode, from, to, ...keep, ...when }
    }
    case 'pass_headers': {
      const names = headerNames(given.value, `${place}.value`)
      return { mode, value: names.map((name) => clientHeaderName(name, `${place}.value`)), ...keep, ...when }
    }
  }
}

const isIdle = (value: unknown): boolean => value === '' || value === false || value === null

function whenOf(given: Record<string, unknown>, place: string): When {
  const { description = '', conditions, logic = 'OR' } = given
  if (typeof description !== 'string' || description.length > overrideBounds.descriptionLengthMax)
    throw new Fault('override_member', `${place}.description`)
  const upper = typeof logic === 'string' ? logic.toUpperCase() || 'OR' : ''
  if (upper !== 'OR' && upper !== 'AND') throw new Fault('override_member', `${place}.logic`)
  const list = conditionsOf(conditions, `${place}.conditions`)
  return {
    ...(description !== '' && { description }),
    ...(list.length > 0 && { conditions: list, logic: upper }),
  }
}

/** Related gateways also take an object: each member is a path and the value that it must have. */
function conditionsOf(given: unknown, place: string): OverrideCondition[] {
  if (given === undefined || given === null) return []
  const list: unknown[] = isObject(given)
    ? Object.entries(given).map(([path, value]) => ({ path, mode: 'full', value }))
    : Array.isArray(given)
      ? given
      : [given]
  if (list.length > overrideBounds.conditionsMax) throw new Fault('override_large', place)
  return list.map((each, index) => conditionOf(each, `${place}[${index}]`))
}

const conditionMembers = ['path', 'mode', 'value', 'invert', 'pass_missing_key']

function conditionOf(given: unknown, place: string): OverrideCondition {
  if (!isObject(given)) throw new Fault('override_member', place)
  const unknown = Object.keys(given).find((name) => !conditionMembers.includes(name))
  if (unknown !== undefined) throw new Fault('override_member', `${place}.${unknown}`)
  const { path, value = null } = given
  const mode = typeof given.mode === 'string' ? given.mode.toLowerCase() : ''
  if (!isConditionMode(mode)) throw new Fault('override_mode', `${place}.mode`, mode)
  if (typeof path !== 'string' || readPath(path)?.every((step) => typeof step === 'string') !== true)
    throw new Fault('override_member', `${place}.path`)
  const isNumeric = mode === 'gt' || mode === 'gte' || mode === 'lt' || mode === 'lte'
  if (isNumeric && typeof value !== 'number') throw new Fault('override_member', `${place}.value`)
  checkValue(value, `${place}.value`)
  return {
    path,
    mode,
    value,
    ...(flag(given, 'invert', place) && { invert: true }),
    ...(flag(given, 'pass_missing_key', place) && { pass_missing_key: true }),
  }
}

function flag(given: Record<string, unknown>, name: string, place: string): boolean {
  const value = given[name] ?? false
  if (typeof value !== 'boolean') throw new Fault('override_member', `${place}.${name}`)
  return value
}

function textOf(given: Record<string, unknown>, name: string, place: string): string {
  const value = given[name] ?? ''
  if (typeof value !== 'string') throw new Fault('override_member', `${place}.${name}`)
  if (value.length > overrideBounds.valueLengthMax) throw new Fault('override_large', `${place}.${name}`)
  return value
}

/** A path that an operation writes to. */
function writtenPath(given: Record<string, unknown>, name: string, place: string): string {
  const text = textOf(given, name, place)
  const path = readPath(text)
  if (!path) throw new Fault('override_member', `${place}.${name}`)
  const field = protectedField(path)
  if (field !== undefined) throw new Fault('override_protected', `${place}.${name}`, field)
  return text
}

/** A path that names one place, so without `*`. */
function singlePath(given: Record<string, unknown>, name: string, place: string, isWritten: boolean): string {
  const text = isWritten ? writtenPath(given, name, place) : textOf(given, name, place)
  if (readPath(text)?.every((step) => typeof step === 'string') !== true)
    throw new Fault('override_member', `${place}.${name}`)
  return text
}

const returnedMembers = ['message', 'msg', 'status_code', 'status', 'code', 'type', 'skip_retry']

function returnedErrorOf(given: unknown, place: string): ReturnedError {
  const value = isObject(given) ? given : { message: given }
  const message = value.message ?? value.msg
  const status_code = value.status_code ?? value.status ?? returnedErrorDefaults.status_code
  const { code = returnedErrorDefaults.code, type = returnedErrorDefaults.type, skip_retry = true } = value
  const unknown = Object.keys(value).find((name) => !returnedMembers.includes(name))
  if (unknown !== undefined) throw new Fault('override_member', `${place}.${unknown}`)
  if (typeof skip_retry !== 'boolean') throw new Fault('override_member', `${place}.skip_retry`)
  if (typeof message !== 'string' || message.trim() === '' || message.length > overrideBounds.messageLengthMax)
    throw new Fault('override_member', `${place}.message`)
  const { min, max } = returnedStatusBounds
  if (!Number.isInteger(status_code) || Number(status_code) < min || Number(status_code) > max)
    throw new Fault('override_member', `${place}.status_code`)
  if (typeof code !== 'string' && typeof code !== 'number') throw new Fault('override_member', `${place}.code`)
  if (typeof type !== 'string') throw new Fault('override_member', `${place}.type`)
  checkValue(code, `${place}.code`)
  checkValue(type, `${place}.type`)
  return {
    message: message.trim(),
    status_code: Number(status_code),
    code: String(code).trim() || returnedErrorDefaults.code,
    type: type.trim() || returnedErrorDefaults.type,
    skip_retry,
  }
}

function headersOf(given: Record<string, unknown>): HeaderOverride {
  const entries = Object.entries(given)
  if (entries.length > headerBounds.headersMax) throw new Fault('override_large', '')
  const headers: Record<string, string> = {}
  const seen = new Set<string>()
  for (const [name, value] of entries) {
    headerName(name, name)
    if (seen.has(name.toLowerCase())) throw new Fault('override_header', name, name)
    seen.add(name.toLowerCase())
    headers[name] = headerValue(name, value, name)
  }
  return headers
}

/** The name of a header that may be set, deleted or copied to. */
function headerName(given: unknown, place: string): string {
  const name = typeof given === 'string' ? given.trim() : ''
  if (!isHeaderName(name) || unsafeNames.has(name.toLowerCase()) || isFramingHeader(name))
    throw new Fault('override_header', place, name)
  return name
}

/** A header that is read from the client, or written with the client's value. */
function clientHeaderName(given: unknown, place: string): string {
  const name = headerName(given, place)
  if (!isReadableHeader(name)) throw new Fault('override_credential', place, name)
  return name
}

function headerValue(name: string, given: unknown, place: string): string {
  const value = typeof given === 'string' ? readHeaderValue(given) : undefined
  if (typeof given !== 'string' || !value) throw new Fault('override_header', place, name)
  if (value.kind === 'client' && (isCredentialHeader(name) || !isReadableHeader(value.name)))
    throw new Fault('override_credential', place, name)
  return given.trim()
}

/** Names in a list, a text with commas, or an object with the member `headers`, `names` or `header`. */
function headerNames(given: unknown, place: string): unknown[] {
  const list = isObject(given)
    ? [given.headers, given.names, given.header].flatMap((each) => (each === undefined ? [] : headerNames(each, place)))
    : typeof given === 'string'
      ? namesInText(given)
      : given
  if (!Array.isArray(list) || list.length === 0) throw new Fault('override_member', place)
  if (list.length > headerBounds.headersMax) throw new Fault('override_large', place)
  return list
}

function namesInText(text: string): unknown[] {
  const parsed = parsedJson(text)
  return Array.isArray(parsed) ? parsed : text.split(',').filter((name) => name.trim() !== '')
}

function checkValue(value: unknown, place: string): void {
  if (JSON.stringify(value).length > overrideBounds.valueLengthMax) throw new Fault('override_large', place)
  checkDepth(value, place, 0)
}

function checkDepth(value: unknown, place: string, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth >= overrideBounds.valueDepthMax) throw new Fault('override_large', place)
  for (const [name, member] of Object.entries(value)) {
    if (unsafeNames.has(name)) throw new Fault('override_member', place)
    checkDepth(member, place, depth + 1)
  }
}

const isMode = (mode: unknown): mode is OperationMode => operationModes.some((each) => each === mode)
const isConditionMode = (mode: string): mode is ConditionMode => conditionModes.some((each) => each === mode)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
