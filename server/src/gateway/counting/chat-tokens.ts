import type { ChatRequest } from '../forms/chat.ts'
import { listOf, objectOf, textOf } from '../translate/json/json-values.ts'
import { bareName } from './encoding.ts'
import { imageSizeOfUrl } from './image-size.ts'
import { imageTokens } from './image-tokens.ts'
import type { CountTokens } from './text-tokens.ts'

/** Tokens of a prompt by kind, under the field names of Usage. */
export type PromptTokens = { input: number; image_input: number; audio_input: number }

const perResponse = 3
const perTool = 8
const perAudio = 256
const perVideo = 8192
const perFile = 4096

/** The prompt tokens of a chat: its texts and media, and the tokens that wrap each message. */
export function chatTokens(chat: Pick<ChatRequest, 'model' | 'messages' | 'tools'>, count: CountTokens): PromptTokens {
  const { perMessage, perName } = wrappingTokens(chat.model)
  const tokens: PromptTokens = { input: perResponse, image_input: 0, audio_input: 0 }
  for (const { role, name, content, reasoning_content, tool_calls } of chat.messages) {
    tokens.input += perMessage + countText(role, count) + countText(reasoning_content, count)
    if (textOf(name)) tokens.input += perName + countText(name, count)
    tokens.input += countText(content, count)
    for (const part of listOf(content)) addPart(tokens, part, chat.model, count)
    for (const call of listOf(tool_calls)) tokens.input += functionTokens(objectOf(call)?.function, count)
  }
  for (const tool of listOf(chat.tools)) tokens.input += perTool + functionTokens(objectOf(tool)?.function, count)
  return tokens
}

/** The first gpt-3.5-turbo wraps a message in one token more, and puts the name in place of the role. */
const wrappingTokens = (model: string) =>
  bareName(model) === 'gpt-3.5-turbo-0301' ? { perMessage: 4, perName: -1 } : { perMessage: 3, perName: 1 }

const countText = (value: unknown, count: CountTokens): number => {
  const text = textOf(value)
  return text === undefined ? 0 : count(text)
}

function functionTokens(value: unknown, count: CountTokens): number {
  const { name, description, parameters, arguments: argumentText } = objectOf(value) ?? {}
  const schema = objectOf(parameters)
  return (
    countText(name, count) +
    countText(description, count) +
    countText(argumentText, count) +
    (schema ? count(JSON.stringify(schema)) : 0)
  )
}

function addPart(tokens: PromptTokens, value: unknown, model: string, count: CountTokens): void {
  const part = objectOf(value) ?? {}
  const text = textOf(part.text) ?? textOf(part.refusal)
  if (text !== undefined) tokens.input += count(text)
  else if (part.type === 'image_url') tokens.image_input += imagePartTokens(part.image_url, model)
  else if (part.type === 'input_audio') tokens.audio_input += perAudio
  else if (part.type === 'video_url') tokens.input += perVideo
  else if (part.type !== 'text') tokens.input += perFile // a file, or a kind newer than this code
}

/** Only an image inside the request is measured; nothing is fetched to count tokens. */
function imagePartTokens(value: unknown, model: string): number {
  const image = objectOf(value)
  const url = textOf(image?.url) ?? textOf(value) ?? ''
  return imageTokens(model, imageSizeOfUrl(url), textOf(image?.detail))
}
