import type { DialectName } from '../dialects/dialect.ts'
import { badRequest } from '../entry/refusals.ts'
import type { JsonObject } from '../forms/chat.ts'
import { isObject } from '../translate/json/json-values.ts'

type PromptRule = {
  field: string
  /** A plain text will do. */
  mayBeText?: true
  /** What may stand in the list besides objects. */
  mayHold?: readonly ('string' | 'number' | 'object')[]
  /** Fields that say what is asked instead. */
  unless?: readonly string[]
}

const rules: Readonly<Record<DialectName, PromptRule>> = {
  openai: { field: 'messages', unless: ['prefix', 'suffix'] },
  completions: { field: 'prompt', mayBeText: true, mayHold: ['string', 'number', 'object'] },
  responses: { field: 'input', mayBeText: true, unless: ['previous_response_id', 'prompt', 'conversation'] },
  anthropic: { field: 'messages' },
  gemini: { field: 'contents' },
}

/**
 * What every request must say, in the form its dialect says it. Where client and upstream share a dialect nobody else
 * looks at a body before it is sent, and what makes no sense must not reach anyone who charges for it.
 */
export function checkPrompt(dialect: DialectName, body: JsonObject): void {
  const { field, mayBeText, mayHold = [], unless = [] } = rules[dialect]
  checkList(body, 'tools')
  if (dialect === 'anthropic' && typeof body.system !== 'string') checkList(body, 'system')
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
