import type { Dialect } from '../dialects/dialect.ts'
import { badRequest } from '../entry/refusals.ts'
import type { JsonObject } from '../forms/chat.ts'
import { isObject } from '../translate/json/json-values.ts'

/**
 * What a body must hold by the rule of its dialect. Where client and upstream share a dialect nothing else reads the body
 * before it is sent, and a request without sense must not reach an upstream that charges for it.
 */
export function checkPrompt({ prompt: rule }: Dialect, body: JsonObject): void {
  const { field, mayBeText, mayHold = [], unless = [], lists = [] } = rule
  checkList(body, 'tools')
  for (const list of lists) if (typeof body[list] !== 'string') checkList(body, list)
  const prompt = body[field] ?? undefined
  if (prompt === undefined) {
    if (unless.some((other) => body[other] !== undefined && body[other] !== null)) return
    throw badRequest(`${field} is required`, field)
  }
  if (mayBeText && typeof prompt === 'string') return
  if (!Array.isArray(prompt)) throw badRequest(`${field} must be a list${mayBeText ? ' or a text' : ''}`, field)
  if (prompt.length === 0) throw badRequest(`${field} must not be empty`, field)
  const isKnown = (item: unknown) => isObject(item) || (item !== null && mayHold.some((kind) => typeof item === kind))
  if (!prompt.every(isKnown)) throw badRequest(`${field} holds something that makes no sense there`, field)
}

function checkList(body: JsonObject, field: string): void {
  const value = body[field]
  if (value === undefined || value === null) return
  if (!Array.isArray(value) || !value.every(isObject)) throw badRequest(`${field} must be a list of objects`, field)
}
