import {
  type HeaderValue,
  isShownValue,
  keyVariable,
  readHeaderValue,
} from '@turnpike/contract/routing/override-headers'
import { type OverridePath, readPath } from '@turnpike/contract/routing/override-path'
import { type OverrideOperation, readHeaderOverride, readParamOverride } from '@turnpike/contract/routing/overrides'
import type { ReadCondition, ReadConditions } from './conditions.ts'

/** What a channel changes in its requests, read once per snapshot. */
export type Overrides = {
  merge: readonly (readonly [name: string, value: unknown])[]
  operations: readonly ReadOperation[]
  /** By lower-case name. */
  headers: ReadonlyMap<string, HeaderValue>
  /** Texts that no client may see. */
  secrets: readonly string[]
}

export type ReadOperation = {
  operation: OverrideOperation
  path: OverridePath
  from: OverridePath
  to: OverridePath
} & {
  conditions: ReadConditions
}

export type OverrideTexts = { param_override: string; header_override: string }

/**
 * Undefined for a channel without overrides, and `unreadable` where the stored texts are invalid or cannot be decrypted:
 * without them the channel would send something else than its administrator wants.
 */
export function readOverrides(
  { param_override, header_override }: OverrideTexts,
  open: (column: keyof OverrideTexts, text: string) => string,
): Overrides | 'unreadable' | undefined {
  if (param_override === '' && header_override === '') return undefined
  try {
    const param = readParamOverride(open('param_override', param_override)).value
    const header = readHeaderOverride(open('header_override', header_override)).value
    if (!param || !header) return 'unreadable'
    const headers = new Map(Object.entries(header).map(([name, text]) => [name.toLowerCase(), headerValue(text)]))
    const operations = param.operations.map(readOperation)
    const set = operations.flatMap(({ operation }) =>
      operation.mode === 'set_header' ? [headerValue(operation.value)] : [],
    )
    const secrets = [...headers.values(), ...set].flatMap(secretsIn)
    const merge = Object.entries(param.merge)
    return merge.length + operations.length + headers.size === 0 ? undefined : { merge, operations, headers, secrets }
  } catch {
    return 'unreadable'
  }
}

/** Throws for a masked value, which is no value of a stored text. */
export function headerValue(text: string): HeaderValue {
  const value = readHeaderValue(text)
  if (!value || value.kind === 'masked') throw new Error('not a header value')
  return value
}

function readOperation(operation: OverrideOperation): ReadOperation {
  const { conditions = [], logic = 'OR' } = operation
  const list = conditions.map(({ path, ...condition }): ReadCondition => ({ ...condition, steps: stepsOf(path) }))
  const isOfBody = !operation.mode.endsWith('_header') && operation.mode !== 'pass_headers'
  const stepsIn = (member: 'path' | 'from' | 'to') =>
    isOfBody && member in operation ? stepsOf(String((operation as Record<string, unknown>)[member])) : []
  const isMoving = operation.mode === 'move' || operation.mode === 'copy'
  return {
    operation,
    path: stepsIn('path'),
    from: isMoving ? stepsIn('from') : [],
    to: isMoving ? stepsIn('to') : [],
    conditions: { list, logic },
  }
}

const stepsOf = (path: string): OverridePath => readPath(path) ?? []

/** Shorter texts, such as the name of a scheme, occur in ordinary messages. */
const secretLengthMin = 6
const secretsIn = (value: HeaderValue): string[] =>
  (value.kind === 'literal' || value.kind === 'key') && !isShownValue(value.text)
    ? value.text.split(keyVariable).flatMap((part) => (part.trim().length >= secretLengthMin ? [part.trim()] : []))
    : []
