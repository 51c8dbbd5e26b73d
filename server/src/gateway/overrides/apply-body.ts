import { BadRequest } from '../forms/bad-request.ts'
import type { JsonObject } from '../forms/chat.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import { isObject } from '../translate/json/json-values.ts'
import { conditionsHold } from './conditions.ts'
import { overrideFailure } from './override-failure.ts'
import type { Overrides, ReadOperation } from './read-overrides.ts'
import { absent, updatedAt, valueAt } from './update-json.ts'

/** Characters of JSON that the operations of one request may add. Copies of copies would grow without end. */
const addedMax = 4 * 1024 * 1024

/** Operations of headers are carried out by the caller, at their place in the list. */
export type HeaderStep = (operation: ReadOperation['operation']) => void

/** The body after the overrides. Members that do not change keep their identity. */
export function applyToBody(
  { merge, operations }: Pick<Overrides, 'merge' | 'operations'>,
  given: JsonObject | undefined,
  facts: () => JsonObject,
  headerStep: HeaderStep,
): JsonObject | undefined {
  let added = 0
  const adding = <Value>(value: Value): Value => {
    added += JSON.stringify(value)?.length ?? 0
    if (added > addedMax) throw overrideFailure('the request would become too large')
    return value
  }
  let body: JsonObject | undefined = given && merge.length > 0 ? { ...given, ...Object.fromEntries(merge) } : given
  for (const read of operations) {
    if (!conditionsHold(read.conditions, body, facts)) continue
    const { operation } = read
    if (operation.mode === 'return_error') throw returned(operation.value)
    if (isOfHeaders(operation)) headerStep(operation)
    else if (body) body = objectAfter(changed(body, read, adding))
  }
  if (given && body && !keepsProtected(given, body)) throw overrideFailure('they would change a protected field')
  return body
}

const isOfHeaders = ({ mode }: ReadOperation['operation']): boolean =>
  mode.endsWith('_header') || mode === 'pass_headers'

function objectAfter(body: unknown): JsonObject {
  return isObject(body) ? body : {}
}

function changed(body: JsonObject, read: ReadOperation, adding: <Value>(value: Value) => Value): unknown {
  const { operation, path, from, to } = read
  switch (operation.mode) {
    case 'set':
      return updatedAt(body, path, (value) =>
        operation.keep_origin && value !== absent ? value : adding(operation.value),
      )
    case 'delete':
      return updatedAt(body, path, () => absent)
    case 'copy':
    case 'move': {
      const value = valueAt(body, from)
      if (value === absent) throw overrideFailure(`${operation.from} does not exist`)
      const copied = updatedAt(body, to, () => adding(value))
      return operation.mode === 'copy' || operation.from === operation.to
        ? copied
        : updatedAt(copied, from, () => absent)
    }
    case 'append':
    case 'prepend':
      return updatedAt(body, path, (value) => joined(value, adding(operation.value), operation))
    case 'replace':
      return updatedAt(body, path, (value) => replaced(value, operation, adding))
    default:
      return body
  }
}

type Joining = Extract<ReadOperation['operation'], { mode: 'append' | 'prepend' }>

/** Lists and texts grow at one end; objects are merged. */
function joined(value: unknown, addition: unknown, { mode, path, keep_origin }: Joining): unknown {
  const isFirst = mode === 'prepend'
  if (Array.isArray(value)) {
    const items = Array.isArray(addition) ? addition : [addition]
    return isFirst ? [...items, ...value] : [...value, ...items]
  }
  if (typeof value === 'string' && typeof addition !== 'object')
    return isFirst ? `${addition}${value}` : `${value}${addition}`
  if (!isObject(value) || !isObject(addition)) throw overrideFailure(`${mode} cannot change ${path}`)
  const kept = Object.entries(addition).filter(([name]) => !keep_origin || (value[name] ?? null) === null)
  return { ...value, ...Object.fromEntries(kept) }
}

type Replacing = Extract<ReadOperation['operation'], { mode: 'replace' }>

function replaced(value: unknown, { path, from, to }: Replacing, adding: <Value>(value: Value) => Value): unknown {
  if (typeof value !== 'string') throw overrideFailure(`replace cannot change ${path}`)
  const parts = value.split(from)
  if (parts.length === 1) return value
  if ((parts.length - 1) * to.length > addedMax) throw overrideFailure('the request would become too large')
  return adding(parts.join(to))
}

type Returning = Extract<ReadOperation['operation'], { mode: 'return_error' }>

function returned({ message, status_code: status, code, type, skip_retry }: Returning['value']): Error {
  if (!skip_retry) return new UpstreamFailure('unsupported', { status, message, code, type })
  return new BadRequest(message, undefined, code, { status, type })
}

const secondBodies = ['extra_body', 'parameters']

/** Values are only known now: an operation may copy an object of the client to a place that an upstream merges. */
function keepsProtected(before: JsonObject, after: JsonObject): boolean {
  const isSame = (name: string) => after[name] === before[name]
  const usage = (body: JsonObject) => (isObject(body.stream_options) ? body.stream_options.include_usage : undefined)
  return (
    ['model', 'stream', 'background', 'store'].every(isSame) &&
    usage(before) === usage(after) &&
    secondBodies.every((name) => {
      if (isSame(name)) return true
      const [one, other] = [before[name], after[name]]
      return keepsProtected(isObject(one) ? one : {}, isObject(other) ? other : {})
    })
  )
}
