import type { JsonObject } from '../../forms/chat.ts'
import { isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import { isEndMarker, parseEventData } from '../../translate/response/bad-response.ts'
import type { StreamDecoder } from '../provider.ts'
import { codeIn, filteredCode } from './failure.ts'

/** A response or a chunk in OpenAI's form: reasoning in one field, and no success report. */
export function reshapeResponse(body: unknown): unknown {
  if (!isObject(body)) return body
  const choices = listOf(body.choices).filter(isObject)
  const isFiltered = codeIn(body) === filteredCode
  // A failure stays unchanged. Text that the filter cut off is still a response.
  if (choices.length === 0 || (codeIn(body) !== undefined && !isFiltered)) return body
  const { base_resp: _, ...rest } = body
  const isSensitive = isFiltered || body.output_sensitive === true
  return { ...rest, choices: choices.map((choice) => reshapeChoice(choice, isSensitive)) }
}

function reshapeChoice(choice: JsonObject, isSensitive: boolean): JsonObject {
  const finish = isSensitive && textOf(choice.finish_reason) !== undefined && { finish_reason: 'content_filter' }
  return {
    ...choice,
    ...finish,
    ...(isObject(choice.message) && { message: reshapeMessage(choice.message) }),
    ...(isObject(choice.delta) && { delta: reshapeMessage(choice.delta) }),
  }
}

/** Reasoning comes as details, as text, or as both with the same content. */
function reshapeMessage({ reasoning_details, ...message }: JsonObject): JsonObject {
  const thoughts = listOf(reasoning_details)
    .map((detail) => (isObject(detail) ? (textOf(detail.text) ?? '') : ''))
    .join('')
  return thoughts === '' || textOf(message.reasoning_content) !== undefined
    ? message
    : { ...message, reasoning_content: thoughts }
}

/** Fields that an ordinary chunk does not have. */
const isSpecial = /reasoning_details|base_resp|_sensitive|"chat\.completion"/

/**
 * Reshapes chunks. The last chunk of some streams repeats the whole response; only its finish reason and usage count.
 */
export function createReshapingDecoder(decoder: StreamDecoder): StreamDecoder {
  let hasBegun = false
  const reshape = (data: string): string => {
    if (isEndMarker(data) || !isSpecial.test(data)) return data
    const body = reshapeResponse(parseEventData(data))
    if (!isObject(body)) return data
    if (hasBegun && codeIn(body) === filteredCode)
      return JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'content_filter' }] })
    if (!hasBegun || body.object !== 'chat.completion') return JSON.stringify(body)
    const choices = listOf(body.choices).filter(isObject)
    return JSON.stringify({ ...body, choices: choices.map(({ message: _, ...choice }) => ({ delta: {}, ...choice })) })
  }
  return {
    ...decoder,
    push(event) {
      const chunks = decoder.push({ ...event, data: reshape(event.data) })
      hasBegun ||= chunks.length > 0
      return chunks
    },
  }
}
