import type { ChatChunk, ChatDelta, JsonObject } from '../../forms/chat.ts'
import { isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { incompleteResponse, isEndMarker, parseEventData } from '../../translate/response/bad-response.ts'
import { createToolCallReader } from '../openai-shaped/read-tool-calls.ts'
import type { ResponseContext, StreamDecoder } from '../provider.ts'
import { failureIn } from './failure.ts'
import { abortOf, finishOf } from './finish-reason.ts'
import { annotationsOf, argumentsOf, logprobsOf } from './message-parts.ts'
import { chatUsage } from './usage.ts'

/** The events of Cohere's stream. Each names what begins, grows or ends; unknown ones are skipped. */
export function createChatDecoder(facts: ResponseContext): StreamDecoder {
  const calls = createToolCallReader()
  const callsWithArguments = new Set<unknown>()
  let id = facts.id
  let hasBegun = false
  let hasOutput = false
  let isFinished = false

  const chunk = (delta: ChatDelta, fields: JsonObject = {}): ChatChunk => ({
    id,
    created: facts.now,
    model: facts.model,
    choices: [{ index: 0, finish_reason: null, ...fields, delta }],
  })
  const said = (delta: ChatDelta, fields?: JsonObject): ChatChunk[] => {
    hasOutput = true
    return [chunk(delta, fields)]
  }
  const readText = (content: JsonObject | undefined, logprobs: unknown): ChatChunk[] => {
    const [text, thinking] = [textOf(content?.text), textOf(content?.thinking)]
    if (text !== undefined) return said({ content: text }, logprobsOf([logprobs]))
    return thinking === undefined ? [] : said({ reasoning_content: thinking })
  }
  const readCall = (index: unknown, raw: JsonObject | undefined): ChatChunk[] => {
    const called = objectOf(raw?.function)
    const text = argumentsOf(called?.arguments)
    if (text !== '') callsWithArguments.add(index)
    const deltas = calls.read({ tool_calls: [{ ...raw, index, function: { ...called, arguments: text } }] }, facts.id)
    return deltas.length > 0 ? said({ tool_calls: deltas }) : []
  }
  const finish = (delta: JsonObject): ChatChunk[] => {
    const reason = textOf(delta.finish_reason) ?? 'COMPLETE'
    const error = textOf(delta.error)
    const abort = abortOf(reason, error)
    // A response that had begun and ended early is still a response, unless the upstream reports an error.
    if (abort && (error !== undefined || !hasOutput)) throw abort
    isFinished = true
    const usage = chatUsage(delta.usage, facts.setting)
    const finish_reason = calls.count() > 0 ? 'tool_calls' : finishOf(reason)
    return [{ ...chunk({}, { finish_reason }), ...(usage && { usage }) }]
  }
  const read = (event: JsonObject): ChatChunk[] => {
    const delta = objectOf(event.delta) ?? {}
    const message = objectOf(delta.message) ?? {}
    switch (event.type) {
      case 'message-start':
        id = textOf(event.id) ?? id
        hasBegun = true
        return [chunk({ role: 'assistant', content: '' })]
      case 'content-start':
      case 'content-delta':
        return readText(objectOf(message.content), event.logprobs)
      case 'tool-plan-delta':
        return textOf(message.tool_plan) === undefined ? [] : said({ reasoning_content: textOf(message.tool_plan) })
      case 'tool-call-start':
      case 'tool-call-delta':
        return readCall(event.index, objectOf(message.tool_calls))
      case 'tool-call-end':
        return callsWithArguments.has(event.index) ? [] : readCall(event.index, { function: { arguments: '{}' } })
      case 'citation-start': {
        const annotations = annotationsOf(objectOf(message.citations) ?? {})
        return annotations.length > 0 ? [chunk({ annotations })] : []
      }
      case 'message-end':
        return finish(delta)
      default:
        return []
    }
  }
  return {
    push({ data }) {
      if (isFinished || isEndMarker(data)) return []
      const event = parseEventData(data)
      if (!isObject(event)) return []
      const failure = event.type === undefined ? failureIn(event) : undefined
      if (failure) throw failure
      return read(event)
    },
    end() {
      if ((hasBegun || hasOutput) && !isFinished) throw incompleteResponse()
      return []
    },
  }
}
