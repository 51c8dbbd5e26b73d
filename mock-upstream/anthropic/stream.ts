import { isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { type Frame, namedFrame } from '../exchange/response.ts'
import { splitText } from '../model/split-text.ts'

/** The events of a finished message. */
export function messageFrames(message: JsonObject): Frame[] {
  const { usage, stop_reason, stop_sequence, stop_details, content, ...rest } = message
  const opening = { ...rest, content: [], stop_reason: null, stop_sequence: null, usage: atStart(usage) }
  const delta = { stop_reason, stop_sequence, ...(stop_details !== undefined && { stop_details }) }
  return [
    namedFrame({ type: 'message_start', message: opening }),
    namedFrame({ type: 'ping' }),
    ...objectsIn(content).flatMap(blockFrames),
    namedFrame({ type: 'message_delta', delta, usage: atEnd(usage) }),
    namedFrame({ type: 'message_stop' }),
  ]
}

function blockFrames(block: JsonObject, index: number): Frame[] {
  const { opening, deltas } = piecesOf(block)
  return [
    namedFrame({ type: 'content_block_start', index, content_block: opening }),
    ...deltas.map((delta) => namedFrame({ type: 'content_block_delta', index, delta })),
    namedFrame({ type: 'content_block_stop', index }),
  ]
}

function piecesOf(block: JsonObject): { opening: JsonObject; deltas: JsonObject[] } {
  switch (block.type) {
    case 'text':
      return {
        opening: { ...block, text: '' },
        deltas: splitText(textOf(block.text)).map((text) => ({ type: 'text_delta', text })),
      }
    case 'thinking':
      return {
        opening: { type: 'thinking', thinking: '', signature: '' },
        deltas: [
          ...splitText(textOf(block.thinking)).map((thinking) => ({ type: 'thinking_delta', thinking })),
          { type: 'signature_delta', signature: block.signature },
        ],
      }
    case 'tool_use':
    case 'server_tool_use':
      return {
        opening: { ...block, input: {} },
        deltas: ['', ...argumentPieces(block.input)].map((partial_json) => ({
          type: 'input_json_delta',
          partial_json,
        })),
      }
    default:
      return { opening: block, deltas: [] }
  }
}

/** A call without arguments sends no JSON at all. */
const argumentPieces = (input: unknown): string[] =>
  isObject(input) && Object.keys(input).length === 0 ? [] : splitText(JSON.stringify(input))

/** A message begins with one output token. */
const atStart = (usage: unknown): unknown => {
  if (!isObject(usage)) return usage
  const { output_tokens_details: _later, server_tool_use: _alsoLater, ...known } = usage
  return typeof usage.output_tokens === 'number' && usage.output_tokens > 1 ? { ...known, output_tokens: 1 } : known
}

/** Totals, not increments. */
const atEnd = (usage: unknown): unknown => {
  if (!isObject(usage)) return usage
  const { cache_creation: _told, service_tier: _toldToo, ...totals } = usage
  return totals
}
