import type { JsonSource } from '../../http/json-source.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { readCount, readModel } from '../entry/body/read-fields.ts'
import { badRequest } from '../entry/errors/refusals.ts'
import type { JsonObject } from '../forms/chat.ts'
import type { ClientRequestHead } from '../providers/provider.ts'
import type { ProviderFilter } from '../routing/channel.ts'
import { checkFieldSpelling, withoutZeroes } from '../translate/json/field-spelling.ts'
import { isObject } from '../translate/json/json-values.ts'
export type IncomingChat = {
  dialect: Dialect
  model: string
  body: JsonObject
  isStream: boolean
  /** The largest limit that the request sets for one choice. */
  outputMax: number | undefined
  /** Requested choices, including those that the upstream makes and does not show. */
  count: number
  /** Choices that will be shown. */
  choices: number
  /** An OpenAI client requested usage at the end of the stream. */
  wantsUsage: boolean
  /** A Gemini client requested events; otherwise its stream is one JSON list. */
  sse: boolean
  facts: ClientRequestHead
  path: string
  /** The source of the body. Its bytes are kept until an upstream has received them. */
  source?: JsonSource
  /** Absent: any channel of the model will do. */
  needs?: ProviderFilter
  /** The stored response that the request continues: the upstream's id, and the client's id. */
  previous?: { id: string; sealed: string }
}

/** Facts from the route: Gemini's URLs name the model and whether to stream. */
export type IncomingRoute = {
  dialect: Dialect
  path: string
  model?: string
  isStream?: boolean
  facts: ClientRequestHead
  source?: JsonSource
  needs?: ProviderFilter
}

const tokensMax = 1_073_741_823

export function readIncomingChat(given: unknown, route: IncomingRoute): IncomingChat {
  if (!isObject(given)) throw badRequest('The request body must be a JSON object')
  checkFieldSpelling(given, route.dialect.containers)
  const body = withoutZeroes(given)
  const model = readModel(route.model ?? body.model)
  const { dialect } = route
  checkPrompt(dialect, body)
  dialect.check?.(body)
  const { outputLimits, choices: shown, candidates = [], prompts = 1, stream } = dialect.quantities(body)
  if (stream !== undefined && stream !== null && typeof stream !== 'boolean')
    throw badRequest('stream must be true or false', 'stream')
  const choices = largestCount(shown) * prompts
  const options = isObject(body.stream_options) ? body.stream_options : {}
  return {
    dialect,
    model,
    body,
    isStream: route.isStream ?? stream === true,
    outputMax: largestLimit(outputLimits),
    choices,
    count: Math.max(choices, largestCount(candidates) * prompts),
    wantsUsage: options.include_usage === true,
    sse: dialect.wantsEvents?.(route.facts.query) ?? true,
    facts: route.facts,
    path: route.path,
    ...(route.source?.bytes && { source: route.source }),
    ...(route.needs && { needs: route.needs }),
  }
}

function largestLimit(values: readonly unknown[]): number | undefined {
  const given = values.filter((value) => value !== undefined && value !== null)
  for (const value of given)
    if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > tokensMax)
      throw badRequest(`A token limit must be a whole number from 1 to ${tokensMax}`, 'max_tokens')
  return given.length > 0 ? Math.max(...given.map(Number)) : undefined
}

const largestCount = (values: readonly unknown[]): number => Math.max(1, ...values.map(readCount))

/**
 * Checks the fields that a dialect requires. If client and upstream share a dialect, nothing else reads the body before
 * it is sent, and a meaningless request must not reach an upstream that charges for it.
 */
function checkPrompt({ prompt: rule }: Dialect, body: JsonObject): void {
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
