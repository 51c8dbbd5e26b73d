import { isObject, type JsonObject, numberOf, objectsIn, textOf } from '../exchange/json.ts'
import type { ModelRequest } from '../model/completion.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { blocksOf } from './turn-rules.ts'

export type Written = { fiveMinutes: number; oneHour: number }

/** A request as the mock model reads it, and the tokens that its cache markers store. */
export function readMessages(body: JsonObject): { request: ModelRequest; written: Written } {
  const cache = createCacheCount()
  const tools = objectsIn(body.tools)
  for (const tool of tools) cache.read(JSON.stringify({ ...tool, cache_control: undefined }).length, tool.cache_control)
  const system = typeof body.system === 'string' ? [{ text: body.system }] : objectsIn(body.system)
  for (const block of system) cache.read(textOf(block.text).length, (block as JsonObject).cache_control)

  const names = new Map<string, string>()
  const request: ModelRequest = { prompt: '', characters: 0, media: [], tools: [], results: [] }
  for (const turn of objectsIn(body.messages)) {
    const blocks = blocksOf(turn)
    for (const block of blocks) {
      cache.read(lengthOf(block), block.cache_control)
      if (block.type === 'tool_use') names.set(textOf(block.id), textOf(block.name))
    }
    if (turn.role === 'assistant') request.results = []
    if (turn.role === 'user') readUser(blocks, request, names)
  }
  cache.read(0, body.cache_control)

  const choice = isObject(body.tool_choice) ? body.tool_choice : {}
  const format =
    isObject(body.output_config) && isObject(body.output_config.format) ? body.output_config.format : undefined
  request.characters = cache.characters()
  request.tools = tools
    .filter((tool) => isObject(tool.input_schema))
    .map((tool) => ({ name: textOf(tool.name), schema: tool.input_schema }))
  request.toolChoice =
    choice.type === 'none'
      ? 'none'
      : choice.type === 'any'
        ? 'required'
        : choice.type === 'tool'
          ? { name: textOf(choice.name) }
          : undefined
  request.oneCallOnly = choice.disable_parallel_tool_use === true
  request.format = format && { schema: format.schema }
  request.stop = Array.isArray(body.stop_sequences) ? body.stop_sequences.map(String) : undefined
  request.outputMax = numberOf(body.max_tokens)
  return { request, written: cache.written }
}

/** A turn that only has tool results does not change the user's prompt. */
function readUser(blocks: JsonObject[], request: ModelRequest, names: Map<string, string>): void {
  request.results = blocks
    .filter(({ type }) => type === 'tool_result')
    .map((block) => ({ name: names.get(textOf(block.tool_use_id)), content: resultText(block) }))
  const text = blocks.filter(({ type }) => type === 'text').map((block) => textOf(block.text))
  const media = blocks.filter(({ type }) => type === 'image' || type === 'document').map(mediaType)
  if (text.length === 0 && media.length === 0) return
  request.prompt = text.join('\n')
  request.media = media
}

const resultText = ({ content }: JsonObject): string =>
  typeof content === 'string'
    ? content
    : objectsIn(content)
        .map((part) => textOf(part.text) || mediaType(part))
        .join('\n')

function mediaType(block: JsonObject): string {
  const source = isObject(block.source) ? block.source : {}
  return textOf(source.media_type) || (source.type === 'url' ? 'by address' : textOf(block.type))
}

function lengthOf(block: JsonObject): number {
  if (block.type === 'tool_use') return textOf(block.name).length + JSON.stringify(block.input ?? {}).length
  if (block.type === 'tool_result') return resultText(block).length
  return textOf(block.text).length + textOf(block.thinking).length
}

/** A marker stores everything since the marker before it, or since the beginning, for its own duration. */
function createCacheCount() {
  const written: Written = { fiveMinutes: 0, oneHour: 0 }
  let characters = 0
  let kept = 0
  return {
    written,
    characters: () => characters,
    read(length: number, marker: unknown) {
      characters += length
      if (!isObject(marker)) return
      const tokens = tokensOf(characters) - kept
      kept += tokens
      if (marker.ttl === '1h') written.oneHour += tokens
      else written.fiveMinutes += tokens
    },
  }
}
