import { BadRequest } from '../../forms/bad-request.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { memoize } from '../memoize.ts'
import { isObject } from './json-values.ts'
import { guardedFields, measures, multipliers } from './reserved-fields.ts'

/** Further fields that decide about a price or name a stored object; each may have several accepted spellings. */
const spellings = [
  ...guardedFields,
  ...measures,
  'background',
  'container',
  'conversation',
  'extra_body',
  'generation_config',
  'generationConfig',
  'parameters',
  'previous_response_id',
  'stream_options',
]

/** A name without case and separators. */
export const foldName = (name: string): string => name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
const exact: ReadonlySet<string> = new Set(spellings)
const byFold: ReadonlyMap<string, string> = new Map(spellings.map((name) => [foldName(name), name]))

/** The guarded field of which a name is another spelling; undefined for the exact name and for unrelated names. */
const misspelt = memoize((name: string): string | undefined =>
  exact.has(name) ? undefined : byFold.get(foldName(name)),
)

const foldedMultipliers: ReadonlySet<string> = new Set([...multipliers, ...measures].map(foldName))
/** Fields that some vendors read as a second body. */
const containers: ReadonlySet<string> = new Set(['extra_body', 'parameters', 'generation_config', 'generationConfig'])
const depthMax = 8

/**
 * Refuses fields that differ from a guarded one only in case or separators: some upstreams read names without regard to
 * either, and would act on a number that was never checked. In containers that vendors read as a second body, fields that
 * multiply the price are refused, or dropped later from `extra_body`. `own` names containers that the dialect itself reads.
 */
export function checkFieldSpelling(body: JsonObject, own: readonly string[] = [], path = '', depth = 0): void {
  for (const name of Object.keys(body)) {
    const meant = misspelt(name)
    if (meant !== undefined) throw new BadRequest(`Write ${path}${name} as ${meant}`, `${path}${name}`)
    const inner = body[name]
    if (!containers.has(name) || own.includes(name) || !isObject(inner) || depth >= depthMax) continue
    checkFieldSpelling(inner, [], `${path}${name}.`, depth + 1)
    if (name === 'extra_body' && depth === 0) continue
    const multiplier = Object.keys(inner).find((member) => foldedMultipliers.has(foldName(member)))
    if (multiplier !== undefined)
      throw new BadRequest(
        `${path}${name}.${multiplier} is not accepted; set it in the request itself`,
        `${path}${name}`,
      )
  }
}

/** Numbers and lists that clients of this family send as zero or empty when they mean no value. */
const zeroFields = ['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'n'] as const

/** The body without fields that have no effect: a limit or number of 0, and an empty list of tools. */
export function withoutZeroes(body: JsonObject): JsonObject {
  const { tools, max_tokens, max_completion_tokens, max_output_tokens, n } = body
  const isEmptyTools = Array.isArray(tools) && tools.length === 0
  const hasZero = max_tokens === 0 || max_completion_tokens === 0 || max_output_tokens === 0 || n === 0
  if (!isEmptyTools && !hasZero) return body
  const clean = { ...body }
  for (const name of zeroFields) if (clean[name] === 0) delete clean[name]
  if (isEmptyTools) delete clean.tools
  return clean
}
