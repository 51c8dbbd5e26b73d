import { createHash } from 'node:crypto'
import { BadRequest } from '../../forms/bad-request.ts'
import type { ChatMessage, ChatRequest, JsonObject } from '../../forms/chat.ts'
import { canClose, closeObjects, requireAll } from '../../translate/json/json-schema.ts'
import { definedOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { maxTokensField } from '../../translate/max-tokens-field.ts'
import { textPart } from './read-blocks.ts'
import { readEffort } from './read-effort.ts'
import { readTurn } from './read-messages.ts'
import { readSearch, readToolChoice, readTools } from './read-tools.ts'

const stopMax = 4
const userMax = 64

/** An Anthropic Messages request in the gateway's form, for upstreams of other formats. */
export function readRequest(body: JsonObject, model: string): ChatRequest {
  if (!Array.isArray(body.messages) || body.messages.length === 0)
    throw new BadRequest('messages must be a list with at least one message', 'messages')
  const tools = readTools(body.tools)
  const isStream = body.stream === true
  return {
    ...definedOf({
      [maxTokensField(model)]: unlessNull(body.max_tokens),
      temperature: unlessNull(body.temperature),
      top_p: unlessNull(body.top_p),
      top_k: unlessNull(body.top_k),
      stop: readStop(body.stop_sequences),
      stream: unlessNull(body.stream),
      stream_options: isStream ? { include_usage: true } : undefined,
      tools: tools.length > 0 ? tools : undefined,
      ...(tools.length > 0 && readToolChoice(body.tool_choice)),
      web_search_options: readSearch(body.tools, model),
      reasoning_effort: readEffort(body, model),
      response_format: readFormat(objectOf(body.output_config)?.format),
      user: readUser(objectOf(body.metadata)?.user_id),
    }),
    model,
    messages: [...readSystem(body.system), ...body.messages.flatMap(readTurn)],
  }
}

/** Null means absent in these fields. */
const unlessNull = (value: unknown): unknown => value ?? undefined

// Coding clients begin the prompt with a line that differs in every request, so that no prompt cache would hit.
const attribution = /^x-anthropic-billing-header:.*(?:\r?\n|$)/gim

function readSystem(system: unknown): ChatMessage[] {
  const blocks = typeof system === 'string' ? [{ text: system }] : listOf(system).filter(isObject)
  const parts = blocks
    .map((block) => textPart((textOf(block.text) ?? '').replace(attribution, ''), block))
    .filter(({ text }) => text.trim() !== '')
  if (parts.length === 0) return []
  const hasCacheControl = parts.some(({ cache_control }) => cache_control !== undefined)
  return [{ role: 'system', content: hasCacheControl ? parts : parts.map(({ text }) => text).join('\n') }]
}

function readStop(value: unknown): string[] | undefined {
  const sequences = listOf(value).filter((sequence) => typeof sequence === 'string')
  return sequences.length > 0 ? sequences.slice(0, stopMax) : undefined
}

/** A schema that can be made as strict as OpenAI requires becomes strict; any other is sent without `strict`. */
function readFormat(value: unknown): JsonObject | undefined {
  const format = objectOf(value)
  const schema = format?.type === 'json_schema' ? objectOf(format.schema) : undefined
  if (!schema) return undefined
  const strict = canClose(schema) ? { schema: requireAll(closeObjects(schema)), strict: true } : { schema }
  return { type: 'json_schema', json_schema: { name: 'output', ...strict } }
}

function readUser(value: unknown): string | undefined {
  const user = textOf(value)
  if (user === undefined || user.length <= userMax) return user
  return createHash('sha256').update(user).digest('hex')
}
