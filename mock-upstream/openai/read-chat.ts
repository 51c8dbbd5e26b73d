import { isObject, type JsonObject, numberOf, objectsIn, textOf } from '../exchange/json.ts'
import type { ModelRequest } from '../model/completion.ts'
import type { Tool } from '../model/find-calls.ts'

/** A conversation in OpenAI's format as the mock model reads it. The vendor's rules have checked it before. */
export function readChat(body: JsonObject): ModelRequest {
  const messages = objectsIn(body.messages)
  const names = new Map<string, string>()
  let prompt = ''
  let characters = 0
  let media: string[] = []
  let results: ModelRequest['results'] = []
  for (const message of messages) {
    const text = contentText(message.content)
    characters += text.length
    if (message.role === 'user') {
      prompt = text
      media = mediaOf(message.content)
      results = []
    } else if (message.role === 'assistant') {
      results = []
      for (const call of objectsIn(message.tool_calls)) {
        if (!isObject(call.function)) continue
        names.set(textOf(call.id), textOf(call.function.name))
        characters += textOf(call.function.name).length + textOf(call.function.arguments).length
      }
    } else if (message.role === 'tool' || message.role === 'function') {
      const name = names.get(textOf(message.tool_call_id)) ?? textOf(message.name)
      results.push({ name, content: text })
    }
  }
  const tools = toolsOf(body)
  if (tools.length > 0) characters += JSON.stringify(body.tools ?? body.functions).length
  return {
    prompt,
    characters,
    media,
    tools,
    toolChoice: choiceOf(body.tool_choice ?? body.function_call),
    oneCallOnly: body.parallel_tool_calls === false || body.functions !== undefined,
    results,
    format: formatOf(body.response_format),
    stop: typeof body.stop === 'string' ? [body.stop] : Array.isArray(body.stop) ? body.stop.map(String) : undefined,
    outputMax: numberOf(body.max_completion_tokens) ?? numberOf(body.max_tokens),
  }
}

/** All text of a message's content. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  return objectsIn(content)
    .map((part) => textOf(part.text))
    .filter(Boolean)
    .join('\n')
}

const mediaOf = (content: unknown): string[] =>
  Array.isArray(content)
    ? objectsIn(content)
        .filter((part) => part.type !== 'text')
        .map(mediaType)
    : []

function mediaType(part: JsonObject): string {
  const inner = part[String(part.type)]
  if (typeof inner === 'string') return mediaTypeOfUrl(inner, String(part.type))
  if (!isObject(inner)) return String(part.type)
  if (part.type === 'input_audio') return `audio/${textOf(inner.format)}`
  return mediaTypeOfUrl(textOf(inner.url) || textOf(inner.file_data), String(part.type))
}

/** The type in a data URL; for any other URL only that it is one. */
export const mediaTypeOfUrl = (url: string, fallback: string): string =>
  /^data:([^;,]+)/.exec(url)?.[1] ?? (url.startsWith('http') ? 'by address' : fallback)

function toolsOf(body: JsonObject): Tool[] {
  if (body.tools === undefined && body.functions === undefined) return []
  const declared = objectsIn(body.tools).map((tool) => tool.function)
  const legacy = objectsIn(body.functions)
  return objectsIn([...declared, ...legacy]).map((about) => ({ name: textOf(about.name), schema: about.parameters }))
}

function choiceOf(choice: unknown): ModelRequest['toolChoice'] {
  if (choice === 'none') return 'none'
  if (choice === 'required' || choice === 'any') return 'required'
  if (!isObject(choice)) return undefined
  const named = isObject(choice.function) ? choice.function.name : choice.name
  return typeof named === 'string' ? { name: named } : undefined
}

function formatOf(format: unknown): ModelRequest['format'] {
  if (!isObject(format)) return undefined
  if (format.type === 'json_object') return 'json'
  if (format.type !== 'json_schema') return undefined
  return { schema: isObject(format.json_schema) ? format.json_schema.schema : format.schema }
}
