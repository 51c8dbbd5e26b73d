import { absentModel, type Call, createdSeconds, identifier } from '../exchange/call.ts'
import { isInteger, isObject, numberOf, textOf } from '../exchange/json.ts'
import { dataFrame, eventStream, json, type MockResponse } from '../exchange/response.ts'
import { type Completion, completionFor } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'
import { modelNotFound } from './chat.ts'
import { invalidValue, missingParameter, openaiError } from './errors.ts'
import { checkStreamOptions } from './parameter-rules.ts'
import { plainUsage, totalCounts } from './write-chat.ts'

// Unlike chat, the legacy endpoint has a low default limit.
const defaultMaxTokens = 16

export function completions(call: Call): MockResponse {
  const { body, model } = call
  if (model === '') throw openaiError(400, 'you must provide a model parameter')
  if (model === absentModel) throw modelNotFound(model)
  if (body.prompt === undefined) throw missingParameter('prompt')
  if (body.max_tokens !== undefined && !isInteger(body.max_tokens, 0))
    throw invalidValue('max_tokens', 'expected an integer.')
  checkStreamOptions(body)
  const prompts = promptsOf(body.prompt)
  const responses = prompts.flatMap((prompt) => completionsFor(prompt, call))
  const counts = totalCounts(responses)
  for (const [index, prompt] of prompts.entries()) if (index > 0) counts.input += Math.ceil(prompt.length / 4)
  const usage = call.usage(plainUsage(counts))
  return body.stream === true
    ? streamed(call, responses, usage)
    : json({ ...headOf(call), choices: responses.map(choiceOf), usage })
}

function promptsOf(prompt: unknown): string[] {
  if (typeof prompt === 'string') return [prompt]
  if (!Array.isArray(prompt)) throw invalidValue('prompt', 'expected a string, an array of strings or tokens.')
  // The mock cannot decode token arrays, so their numbers become the text.
  if (prompt.every((each) => typeof each === 'number')) return [prompt.join(' ')]
  return prompt.map((each) => (Array.isArray(each) ? each.join(' ') : textOf(each)))
}

function completionsFor(prompt: string, call: Call): Completion[] {
  const { body } = call
  const stop =
    typeof body.stop === 'string' ? [body.stop] : Array.isArray(body.stop) ? body.stop.map(String) : undefined
  const outputMax = numberOf(body.max_tokens) ?? defaultMaxTokens
  const characters = prompt.length + textOf(body.suffix).length
  const response = completionFor(
    { prompt, characters, media: [], tools: [], results: [], stop, outputMax },
    call.counts,
  )
  const shown = body.echo === true ? { ...response, text: prompt + response.text } : response
  return Array<Completion>(numberOf(body.n) ?? 1).fill(shown)
}

const headOf = (call: Call) => ({
  id: identifier('cmpl-', call),
  object: 'text_completion',
  created: createdSeconds,
  model: call.model,
})

const choiceOf = (response: Completion, index: number) => ({
  text: response.text,
  index,
  logprobs: null,
  finish_reason: response.finish === 'length' ? 'length' : 'stop',
})

function streamed(call: Call, responses: Completion[], usage: object | undefined): MockResponse {
  const head = headOf(call)
  const requested = isObject(call.body.stream_options) && call.body.stream_options.include_usage === true
  const rest = requested ? { usage: null } : {}
  const frames = responses.flatMap((response, index) => [
    ...splitText(response.text).map((text) =>
      dataFrame({ ...head, choices: [{ text, index, logprobs: null, finish_reason: null }], ...rest }),
    ),
    dataFrame({ ...head, choices: [{ ...choiceOf(response, index), text: '' }], ...rest }),
  ])
  if (requested && usage) frames.push(dataFrame({ ...head, choices: [], usage }))
  return eventStream([...frames, { data: '[DONE]' }], openaiError)
}
