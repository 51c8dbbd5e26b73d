import { BadRequest } from '../../forms/bad-request.ts'
import type { ContentPart, FilePart, ImagePart, JsonObject, TextPart } from '../../forms/chat.ts'
import { isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'

const markOf = ({ cache_control }: JsonObject) => (isObject(cache_control) ? { cache_control } : {})

export const textPart = (text: string, by: JsonObject = {}): TextPart => ({ type: 'text', text, ...markOf(by) })

/** A block a client shows the model, in our form. `place` says where it stands, for the client. */
export function partOf(block: JsonObject, place: string): ContentPart {
  switch (block.type) {
    case 'text':
      return textPart(textIn(block.text, `${place}.text`), block)
    case 'image':
      return pictureOf(block, place)
    case 'document':
      return documentOf(block, place)
    case 'search_result':
      return textPart(searchResult(block), block)
    default:
      throw new BadRequest(`${place}: blocks of type ${String(block.type).slice(0, 40)} are not supported here`, place)
  }
}

export function textIn(value: unknown, place: string): string {
  if (typeof value !== 'string') throw new BadRequest(`${place} must be a string`, place)
  return value
}

function sourceOf(block: JsonObject, place: string): JsonObject {
  const source = objectOf(block.source)
  if (!source) throw new BadRequest(`${place}.source must be an object`, `${place}.source`)
  if (source.type === 'file')
    throw new BadRequest(`${place}.source: files kept by Anthropic are not supported here`, `${place}.source`)
  return source
}

function pictureOf(block: JsonObject, place: string): ImagePart {
  const source = sourceOf(block, place)
  const url =
    source.type === 'url'
      ? textIn(source.url, `${place}.source.url`)
      : `data:${textOf(source.media_type) ?? 'image/jpeg'};base64,${textIn(source.data, `${place}.source.data`)}`
  return { type: 'image_url', image_url: { url }, ...markOf(block) }
}

function documentOf(block: JsonObject, place: string): TextPart | FilePart {
  const source = sourceOf(block, place)
  const title = textOf(block.title)
  const titled = (text: string) => textPart(title === undefined ? text : `${title}\n\n${text}`, block)
  if (source.type === 'text') return titled(textIn(source.data, `${place}.source.data`))
  if (source.type === 'content') return titled(textsIn(source.content))
  // Nobody fetches it for the model, but the model may know what it is about.
  if (source.type === 'url') return titled(`[${textIn(source.url, `${place}.source.url`)}]`)
  const mime = textOf(source.media_type) ?? 'application/pdf'
  const file_data = `data:${mime};base64,${textIn(source.data, `${place}.source.data`)}`
  return { type: 'file', file: { filename: title ?? 'document.pdf', file_data }, ...markOf(block) }
}

const searchResult = ({ title, source, content }: JsonObject): string =>
  [textOf(title), textOf(source), textsIn(content)].filter(Boolean).join('\n')

/** The words in a string or in the text blocks of a list. */
export function textsIn(content: unknown): string {
  if (typeof content === 'string') return content
  const texts = listOf(content).map((block) => (isObject(block) ? textOf(block.text) : undefined))
  return texts.filter((text) => text !== undefined).join('\n')
}
