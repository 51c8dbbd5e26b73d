import { createdSeconds } from '../exchange/call.ts'
import type { JsonObject } from '../exchange/json.ts'
import { dataFrame, eventStream, type Frame, json, type MockResponse } from '../exchange/response.ts'
import type { Completion, Counts, Finish } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'

/** A chat response to write, with the differences of the vendors of this dialect. */
export type ChatWriting = {
  id: string
  model: string
  responses: Completion[]
  /** In the vendor's format; undefined is never sent. */
  usage: object | undefined
  message(response: Completion, choice: number): JsonObject
  deltas(response: Completion, choice: number): JsonObject[]
  finish(response: Completion): string
  /** Where a stream reports its usage: in a chunk of its own, on the last chunk, or inside the last choice. */
  usageIn: 'chunk' | 'end' | 'choice' | 'nowhere'
  /** More fields beside the choices, and inside each choice. */
  extra?: JsonObject
  choiceExtra?: JsonObject
}

export const finishReasons: Record<Finish, string> = {
  stop: 'stop',
  length: 'length',
  calls: 'tool_calls',
  filter: 'content_filter',
}

/** Writes a chat response: as a stream if the request wants one, otherwise whole. */
export const chatResponse = (
  body: JsonObject,
  writing: ChatWriting,
  failure: Parameters<typeof eventStream>[1],
): MockResponse => (body.stream === true ? eventStream(chatChunks(writing), failure) : json(chatCompletion(writing)))

export const chatCompletion = (writing: ChatWriting): JsonObject => ({
  id: writing.id,
  object: 'chat.completion',
  created: createdSeconds,
  model: writing.model,
  choices: writing.responses.map((response, index) => ({
    index,
    message: writing.message(response, index),
    logprobs: null,
    finish_reason: writing.finish(response),
    ...writing.choiceExtra,
  })),
  usage: writing.usage,
  ...writing.extra,
})

/** The chunks of a stream. Their shared fields are serialised once, because that is most of a stream's cost. */
export function chatChunks(writing: ChatWriting): Frame[] {
  const { responses, usage } = writing
  const shared = {
    id: writing.id,
    object: 'chat.completion.chunk',
    created: createdSeconds,
    model: writing.model,
    ...writing.extra,
  }
  const head = `${JSON.stringify(shared).slice(0, -1)},"choices":[{"index":`
  const choiceExtra = writing.choiceExtra ? `,${JSON.stringify(writing.choiceExtra).slice(1, -1)}` : ''
  const tail = `,"logprobs":null,"finish_reason":null${choiceExtra}}]${writing.usageIn === 'chunk' ? ',"usage":null' : ''}}`
  const frames: Frame[] = []
  const deltas = responses.map(writing.deltas)
  const longest = Math.max(...deltas.map((each) => each.length))
  for (let step = 0; step < longest; step++) {
    deltas.forEach((each, index) => {
      if (each[step]) frames.push({ data: `${head}${index},"delta":${JSON.stringify(each[step])}${tail}` })
    })
  }
  responses.forEach((response, index) => {
    const choice = { index, delta: {}, logprobs: null, finish_reason: writing.finish(response), ...writing.choiceExtra }
    const isLast = index === responses.length - 1
    const own = writing.usageIn === 'choice' && isLast ? { ...choice, usage } : choice
    const beside = writing.usageIn === 'end' && isLast ? { usage } : writing.usageIn === 'chunk' ? { usage: null } : {}
    frames.push(dataFrame({ ...shared, choices: [own], ...beside }))
  })
  if (writing.usageIn === 'chunk' && usage !== undefined) frames.push(dataFrame({ ...shared, choices: [], usage }))
  frames.push({ data: '[DONE]' })
  return frames
}

/** The calls of a response, with `type` and text arguments as OpenAI has them. */
export const toolCallsOf = (response: Completion, callId: (ordinal: number) => string): JsonObject[] =>
  response.calls.map((call, ordinal) => ({
    id: callId(ordinal),
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }))

/** Each call begins with its name and no arguments, followed by pieces of the arguments. */
export const toolCallDeltas = (response: Completion, callId: (ordinal: number) => string): JsonObject[] =>
  response.calls.flatMap((call, index) => [
    { tool_calls: [{ index, id: callId(index), type: 'function', function: { name: call.name, arguments: '' } }] },
    ...splitText(JSON.stringify(call.arguments)).map((piece) => ({
      tool_calls: [{ index, function: { arguments: piece } }],
    })),
  ])

/** Several choices share the input count and add up their output. */
export function totalCounts(responses: Completion[]): Counts {
  const [first, ...others] = responses.map(({ counts }) => counts)
  const total = { input: 0, output: 0, cached: 0, cacheWrite: 0, reasoning: 0, media: 0, ...first }
  for (const { output, reasoning } of others) {
    total.output += output
    total.reasoning += reasoning
  }
  return total
}

/** The three counts that every usage of this dialect has. */
export const plainUsage = ({ input, output }: Pick<Counts, 'input' | 'output'>) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
})

export const chatUsage = (counts: Counts) => ({
  ...plainUsage(counts),
  prompt_tokens_details: {
    cached_tokens: counts.cached,
    audio_tokens: 0,
    ...(counts.cacheWrite > 0 && { cache_write_tokens: counts.cacheWrite }),
  },
  completion_tokens_details: {
    reasoning_tokens: counts.reasoning,
    audio_tokens: 0,
    accepted_prediction_tokens: 0,
    rejected_prediction_tokens: 0,
  },
})
