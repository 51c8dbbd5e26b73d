import { isObject, type JsonObject, objectsIn, textOf } from '../../exchange/json.ts'
import { type Frame, namedFrame } from '../../exchange/response.ts'
import { splitText } from '../../model/split-text.ts'

type Event = { type: string; [field: string]: unknown }

/** The events of a finished response, numbered from 0. */
export function responseFrames(response: JsonObject): Frame[] {
  const snapshot = { ...response, status: 'in_progress', output: [], usage: null, incomplete_details: null }
  const events: Event[] = [
    { type: 'response.created', response: snapshot },
    { type: 'response.in_progress', response: snapshot },
    ...objectsIn(response.output).flatMap(itemEvents),
    { type: `response.${response.status}`, response },
  ]
  return events.map((event, sequence_number) => namedFrame({ ...event, sequence_number }))
}

function itemEvents(item: JsonObject, output_index: number): Event[] {
  const position = { item_id: item.id, output_index }
  return [
    { type: 'response.output_item.added', output_index, item: unfinished(item) },
    ...innerEvents(item, position),
    { type: 'response.output_item.done', output_index, item },
  ]
}

function innerEvents(item: JsonObject, position: JsonObject): Event[] {
  switch (item.type) {
    case 'reasoning':
      return objectsIn(item.summary).flatMap((part, summary_index) =>
        summaryEvents(part, { ...position, summary_index }),
      )
    case 'message':
      return objectsIn(item.content).flatMap((part, content_index) => textEvents(part, { ...position, content_index }))
    case 'function_call':
      return [
        ...splitText(textOf(item.arguments)).map((delta) => ({
          type: 'response.function_call_arguments.delta',
          ...position,
          delta,
        })),
        { type: 'response.function_call_arguments.done', ...position, arguments: item.arguments },
      ]
    case 'web_search_call':
      return ['in_progress', 'searching', 'completed'].map((state) => ({
        type: `response.web_search_call.${state}`,
        ...position,
      }))
    default:
      return []
  }
}

function textEvents(part: JsonObject, position: JsonObject): Event[] {
  const text = textOf(part.text)
  return [
    { type: 'response.content_part.added', ...position, part: { ...part, text: '', annotations: [] } },
    ...splitText(text).map((delta) => ({ type: 'response.output_text.delta', ...position, delta, logprobs: [] })),
    ...objectsIn(part.annotations).map((annotation, annotation_index) => ({
      type: 'response.output_text.annotation.added',
      ...position,
      annotation_index,
      annotation,
    })),
    { type: 'response.output_text.done', ...position, text, logprobs: [] },
    { type: 'response.content_part.done', ...position, part },
  ]
}

function summaryEvents(part: JsonObject, position: JsonObject): Event[] {
  const text = textOf(part.text)
  return [
    { type: 'response.reasoning_summary_part.added', ...position, part: { ...part, text: '' } },
    ...splitText(text).map((delta) => ({ type: 'response.reasoning_summary_text.delta', ...position, delta })),
    { type: 'response.reasoning_summary_text.done', ...position, text },
    { type: 'response.reasoning_summary_part.done', ...position, part },
  ]
}

/** An item at its beginning. */
function unfinished(item: JsonObject): JsonObject {
  const status = isObject(item) && item.status !== undefined ? { status: 'in_progress' } : {}
  if (item.type === 'message') return { ...item, ...status, content: [] }
  if (item.type === 'function_call') return { ...item, ...status, arguments: '' }
  if (item.type === 'reasoning') return { ...item, summary: [] }
  return { ...item, ...status }
}
