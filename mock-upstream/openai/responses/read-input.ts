import { isObject, type JsonObject, numberOf, objectsIn, textOf } from '../../exchange/json.ts'
import type { ModelRequest } from '../../model/completion.ts'
import { contentText, mediaTypeOfUrl } from '../read-chat.ts'
import { clientTools } from './client-tools.ts'

/** The input of a Responses call as the mock model reads it. */
export function readInput(body: JsonObject): ModelRequest {
  const items = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : objectsIn(body.input)
  const names = new Map<string, string>()
  let prompt = ''
  let characters = textOf(body.instructions).length
  let media: string[] = []
  let results: ModelRequest['results'] = []
  for (const item of items) {
    const text = typeof item.content === 'string' ? item.content : contentText(item.content)
    characters += text.length
    if (item.role === 'user') {
      prompt = text
      media = objectsIn(item.content)
        .filter((part) => part.type !== 'input_text')
        .map(mediaOf)
    }
    if (item.role === 'user' || item.role === 'assistant') results = []
    if (item.type === 'function_call') {
      results = []
      names.set(textOf(item.call_id), textOf(item.name))
      characters += textOf(item.name).length + textOf(item.arguments).length
    }
    if (item.type === 'function_call_output') {
      const content = typeof item.output === 'string' ? item.output : contentText(item.output)
      characters += content.length
      results.push({ name: names.get(textOf(item.call_id)), content })
    }
  }
  const tools = clientTools(body)
  if (tools.length > 0) characters += JSON.stringify(body.tools ?? []).length
  return {
    prompt,
    characters,
    media,
    tools: tools.map(({ known, schema }) => ({ name: known, schema })),
    toolChoice: choiceOf(body.tool_choice),
    oneCallOnly: body.parallel_tool_calls === false,
    results,
    format: formatOf(body.text),
    outputMax: numberOf(body.max_output_tokens),
  }
}

function mediaOf(part: JsonObject): string {
  if (part.type === 'input_audio') return 'audio'
  return mediaTypeOfUrl(textOf(part.image_url) || textOf(part.file_data) || textOf(part.file_url), String(part.type))
}

function choiceOf(choice: unknown): ModelRequest['toolChoice'] {
  if (choice === 'none' || choice === 'required') return choice
  return isObject(choice) && typeof choice.name === 'string' ? { name: choice.name } : undefined
}

function formatOf(text: unknown): ModelRequest['format'] {
  const format = isObject(text) && isObject(text.format) ? text.format : {}
  if (format.type === 'json_object') return 'json'
  return format.type === 'json_schema' ? { schema: format.schema } : undefined
}
