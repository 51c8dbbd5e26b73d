import { countTokens as countMessages, messages } from '../anthropic/messages.ts'
import type { Call } from '../exchange/call.ts'
import { isObject, type JsonObject, textOf } from '../exchange/json.ts'
import { type Frame, json, type MockResponse, Refusal, type Whole } from '../exchange/response.ts'
import { awsError, exceptionFrame, validation } from './errors.ts'
import { framing, paddingFor } from './framing.ts'
import { checkProfile, readModelId } from './model-ids.ts'
import { betasIn, checkInvocation } from './rules.ts'
import { regionOf } from './signature.ts'

/** The model of an id, by Anthropic's name for it. */
function claudeName(id: string): string {
  const { vendor, model } = readModelId(id)
  if (vendor !== 'anthropic' || !model.startsWith('claude-'))
    throw validation('The provided model identifier is invalid.')
  return model.replace(/-v\d(?::\d)?$/, '')
}

/** The same call for Anthropic: model and streaming in the body, betas in a header. */
function asMessages(call: Call, body: JsonObject, isStream: boolean): Call {
  checkInvocation(body, call.model)
  const { anthropic_version: _, anthropic_beta: __, ...rest } = body
  const name = claudeName(call.model)
  const betas = betasIn(body).join(',')
  return {
    ...call,
    model: name,
    headers: { ...call.headers, 'anthropic-version': '2023-06-01', ...(betas !== '' && { 'anthropic-beta': betas }) },
    body: { ...rest, model: name, ...(isStream && { stream: true }) },
  }
}

/** Anthropic's own refusals, in Bedrock's format. */
function inBedrock<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Refusal) || !isObject(error.body) || !isObject(error.body.error)) throw error
    throw awsError(error.status, textOf(error.body.error.message))
  }
}

export function invoke(call: Call): MockResponse {
  checkProfile(call.model, regionOf(call.headers))
  const response = inBedrock(() => messages(asMessages(call, call.body, false)))
  return response.kind === 'whole' ? { ...response, headers: countHeaders(response) } : response
}

function countHeaders({ body }: Whole): Record<string, string> {
  const { usage } = JSON.parse(body.toString()) as { usage?: JsonObject }
  if (!isObject(usage)) return {}
  return {
    'x-amzn-bedrock-input-token-count': String(usage.input_tokens),
    'x-amzn-bedrock-output-token-count': String(usage.output_tokens),
  }
}

/** Anthropic's events are in a member of the payload. */
const invokeFraming = framing(({ data }) => ({
  type: 'chunk',
  payload: JSON.stringify({ bytes: Buffer.from(data).toString('base64'), p: paddingFor(data) }),
}))

export function invokeStream(call: Call): MockResponse {
  checkProfile(call.model, regionOf(call.headers))
  const response = inBedrock(() => messages(asMessages(call, call.body, true)))
  if (response.kind === 'whole') return response
  return {
    kind: 'stream',
    type: 'application/vnd.amazon.eventstream',
    framing: invokeFraming,
    frames: bedrockFrames(response.frames),
    fail: exceptionFrame,
  }
}

/** No pings; the prompt's counts only at the beginning; the counts of both at the very end, under other names. */
function bedrockFrames(frames: Frame[]): Frame[] {
  let metrics: JsonObject = {}
  return frames
    .filter(({ event }) => event !== 'ping')
    .map((frame) => {
      const data = JSON.parse(frame.data ?? '{}') as JsonObject
      if (data.type === 'message_start') metrics = promptMetrics((data.message as JsonObject).usage)
      if (data.type === 'message_delta' && isObject(data.usage)) {
        const { input_tokens: _, cache_creation_input_tokens: __, cache_read_input_tokens: ___, ...usage } = data.usage
        metrics = { ...metrics, outputTokenCount: usage.output_tokens }
        return { ...frame, data: JSON.stringify({ ...data, usage }) }
      }
      if (data.type !== 'message_stop') return frame
      const told = { ...metrics, invocationLatency: 100, firstByteLatency: 10 }
      return { ...frame, data: JSON.stringify({ ...data, 'amazon-bedrock-invocationMetrics': told }) }
    })
}

const promptMetrics = (usage: unknown): JsonObject =>
  isObject(usage)
    ? {
        inputTokenCount: usage.input_tokens,
        cacheReadInputTokenCount: usage.cache_read_input_tokens,
        cacheWriteInputTokenCount: usage.cache_creation_input_tokens,
      }
    : {}

/** Only models can count, not profiles, and the counted body must be valid for an invocation. */
export function countTokens(call: Call): MockResponse {
  const { profile } = readModelId(call.model)
  if (profile !== undefined) throw validation("The provided model doesn't support counting tokens.")
  const invocation = isObject(call.body.input) ? call.body.input.invokeModel : undefined
  const encoded = isObject(invocation) ? textOf(invocation.body) : ''
  if (encoded === '') throw validation('input: Member must not be null')
  const body = JSON.parse(Buffer.from(encoded, 'base64').toString()) as JsonObject
  const { max_tokens, ...counted } = body
  if (max_tokens === undefined) throw validation('max_tokens: Field required')
  const response = inBedrock(() => countMessages(asMessages(call, counted, false)))
  const { input_tokens } = JSON.parse(String((response as Whole).body)) as { input_tokens: number } // a count does not stream
  return json({ inputTokens: input_tokens })
}
