import { type Attachment, type Message, newAssistantMessage, newUserMessage } from '../messages/message.ts'
import { readSettings, type Settings } from '../request/settings.ts'

/** A request of the past as the playground shows it: what was said before, and what is to be sent again. */
export type Replay = { settings: Partial<Settings>; earlier: Message[]; text: string; files: Attachment[] }

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

type Said = { role: string; text: string; files: Attachment[] }

/**
 * Reads a request in the format of chat completions, of Anthropic's messages or of the responses API. Results of tools are
 * left out. Undefined: it is no request with messages.
 */
export function readReplay(body: unknown, now: number): Replay | undefined {
  if (!isObject(body)) return undefined
  const said = saidIn(body)
  if (said.length === 0) return undefined
  const isSystem = ({ role }: Said) => role === 'system' || role === 'developer'
  const system = [
    contentOf(body.system).text,
    textOf(body.instructions),
    ...said.filter(isSystem).map(({ text }) => text),
  ]
  const spoken = said.filter(
    ({ role, text, files }) => (role === 'user' || role === 'assistant') && (text || files.length > 0),
  )
  const last = spoken.at(-1)?.role === 'user' ? spoken.pop() : undefined
  const model = textOf(body.model)
  return {
    settings: settingsOf({ ...body, model, system: system.filter(Boolean).join('\n\n') }),
    earlier: messagesOf(spoken, model, now),
    text: last?.text ?? '',
    files: last?.files ?? [],
  }
}

function saidIn({ messages, input }: Json): Said[] {
  if (typeof input === 'string') return [{ role: 'user', text: input, files: [] }]
  return listOf(messages ?? input).map(({ role, content }) => ({ role: textOf(role), ...contentOf(content) }))
}

function contentOf(content: unknown): Pick<Said, 'text' | 'files'> {
  if (typeof content === 'string') return { text: content, files: [] }
  const parts = listOf(content)
  return {
    text: parts
      .map(({ text }) => textOf(text))
      .filter(Boolean)
      .join('\n'),
    files: parts.flatMap(pictureOf),
  }
}

function pictureOf({ image_url: given, source }: Json): Attachment[] {
  const address = isObject(given) ? textOf(given.url) : textOf(given)
  const data =
    isObject(source) && source.type === 'base64'
      ? `data:${textOf(source.media_type)};base64,${textOf(source.data)}`
      : address
  if (!/^(data:image\/|https:\/\/)/.test(data)) return []
  return [{ name: 'image', type: /^data:([\w/+.-]+)/.exec(data)?.[1] ?? 'image/png', data }]
}

/** The fields of the panel. What the request did not say is left to the model. */
function settingsOf(body: Json): Partial<Settings> {
  const { tools, response_format: format, max_completion_tokens, max_output_tokens } = body
  const schema = isObject(format) && isObject(format.json_schema) ? format.json_schema.schema : undefined
  const read = readSettings(
    JSON.stringify({
      ...body,
      max_tokens: body.max_tokens ?? max_completion_tokens ?? max_output_tokens,
      tools: listOf(tools).length > 0 ? JSON.stringify(tools, undefined, 2) : '',
      json_schema: schema ? JSON.stringify(schema, undefined, 2) : '',
    }),
  )
  const { model, system, temperature, max_tokens, top_p, frequency_penalty, presence_penalty, seed } = read
  const { reasoning_effort, json_schema } = read
  const numbers = { temperature, max_tokens, top_p, frequency_penalty, presence_penalty, seed }
  return { model, system, ...numbers, reasoning_effort, json_schema, tools: read.tools }
}

function messagesOf(said: readonly Said[], model: string, now: number): Message[] {
  let parent: string | null = null
  return said.map(({ role, text, files }) => {
    const message: Message =
      role === 'user' || parent === null
        ? newUserMessage(parent, text, files, now)
        : { ...newAssistantMessage(parent, 'chat', model, now), content: text, state: 'complete' }
    parent = message.id
    return message
  })
}
