import type { Dialect } from '../dialects/dialect.ts'
import { badRequest } from '../entry/refusals.ts'
import type { JsonObject } from '../forms/chat.ts'
import type { CallFacts } from '../providers/provider.ts'
import type { Channel } from '../routing/channel.ts'
import { isObject } from '../translate/json/json-values.ts'
import { checkPrompt } from './check-prompt.ts'

/** A chat call as the gateway needs to know it, whatever dialect it came in. */
export type ChatAsk = {
  dialect: Dialect
  model: string
  body: JsonObject
  isStream: boolean
  /** The largest of the limits the request sets for one answer. */
  outputMax: number | undefined
  /** Answers asked for, those included that the upstream makes and does not show. */
  count: number
  /** Answers that will be shown. */
  choices: number
  /** An OpenAI client asked to see usage at the end of the stream. */
  wantsUsage: boolean
  /** A Gemini client asked for events; otherwise its stream is one JSON list. */
  sse: boolean
  facts: CallFacts
  path: string
  /** Absent: any channel of the model will do. */
  suits?: Suits
}

/** Which channels can do what is asked, where not all can. */
export type Suits = (channel: Channel) => boolean

/** What the route itself says: Gemini names the model and the manner in the address. */
export type AskRoute = {
  dialect: Dialect
  path: string
  model?: string
  isStream?: boolean
  facts: CallFacts
  suits?: Suits
}

const tokensMax = 1_073_741_823
const countMax = 128
const modelLengthMax = 256

export function readChatAsk(body: unknown, route: AskRoute): ChatAsk {
  if (!isObject(body)) throw badRequest('The request body must be a JSON object')
  const model = readModel(route.model ?? body.model)
  const { name } = route.dialect
  checkPrompt(name, body)
  const isGemini = name === 'gemini'
  const prompts = name === 'completions' ? promptCount(body.prompt) : 1
  // Google reads every name in two spellings, and so must whoever pays.
  const configs = isGemini ? [body.generationConfig, body.generation_config].filter(isObject) : []
  const limits = isGemini
    ? configs.flatMap((config) => [config.maxOutputTokens, config.max_output_tokens])
    : [body.max_tokens, body.max_completion_tokens, body.max_output_tokens]
  const choices = isGemini
    ? Math.max(1, ...configs.flatMap((config) => [readCount(config.candidateCount), readCount(config.candidate_count)]))
    : readCount(body.n) * prompts
  if (!isGemini && body.stream !== undefined && body.stream !== null && typeof body.stream !== 'boolean')
    throw badRequest('stream must be true or false', 'stream')
  const options = isObject(body.stream_options) ? body.stream_options : {}
  return {
    dialect: route.dialect,
    model,
    body,
    isStream: route.isStream ?? body.stream === true,
    outputMax: largestLimit(limits),
    choices,
    count: isGemini ? choices : Math.max(choices, readCount(body.best_of) * prompts),
    wantsUsage: options.include_usage === true,
    sse: !isGemini || route.facts.query.alt === 'sse',
    facts: route.facts,
    path: route.path,
    ...(route.suits && { suits: route.suits }),
  }
}

/** A model's name: printable, not too long, compared exactly after trimming. */
export function readModel(value: unknown): string {
  const model = typeof value === 'string' ? value.trim() : ''
  if (model === '') throw badRequest('model is required', 'model')
  if (model.length > modelLengthMax || /\p{Cc}/u.test(model)) throw badRequest('model is not a valid name', 'model')
  return model
}

function largestLimit(values: unknown[]): number | undefined {
  const given = values.filter((value) => value !== undefined && value !== null)
  for (const value of given)
    if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > tokensMax)
      throw badRequest(`A token limit must be a whole number from 1 to ${tokensMax}`, 'max_tokens')
  return given.length > 0 ? Math.max(...given.map(Number)) : undefined
}

/** A completion may have several prompts, and then has an answer to each. */
function promptCount(prompt: unknown): number {
  const isList = Array.isArray(prompt) && prompt.some((part) => typeof part !== 'number')
  if (isList && prompt.length > countMax) throw badRequest(`prompt may hold at most ${countMax} texts`, 'prompt')
  return isList ? Math.max(1, prompt.length) : 1
}

/** How many answers or pictures: they multiply the price, so the number has bounds. */
export function readCount(value: unknown): number {
  if (value === undefined || value === null || value === 0) return 1
  if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > countMax)
    throw badRequest(`n must be a whole number from 1 to ${countMax}`, 'n')
  return Number(value)
}
