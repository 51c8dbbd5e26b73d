import { BadRequest } from '../../forms/bad-request.ts'
import type { ContentPart, FilePart, ImagePart, JsonObject, TextPart } from '../../forms/chat.ts'
import { isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'

const cacheControlOf = ({ cache_control }: JsonObject) => (isObject(cache_control) ? { cache_control } : {})

export const textPart = (text: string, source: JsonObject = {}): TextPart => ({
  type: 'text',
  text,
  ...cacheControlOf(source),
})

/** A content block in the gateway's form. `path` is its location in the request, for error messages. */
export function partOf(block: JsonObject, path: string): ContentPart {
  switch (block.type) {
    case 'text':
      return textPart(requiredText(block.text, `${path}.text`), block)
    case 'image':
      return imageOf(block, path)
    case 'document':
      return documentOf(block, path)
    case 'search_result':
      return textPart(searchResultText(block), block)
    default:
      throw new BadRequest(`${path}: blocks of type ${String(block.type).slice(0, 40)} are not supported here`, path)
  }
}

export function requiredText(value: unknown, path: string): string {
  if (typeof value !== 'string') throw new BadRequest(`${path} must be a string`, path)
  return value
}

function sourceOf(block: JsonObject, path: string): JsonObject {
  const source = objectOf(block.source)
  if (!source) throw new BadRequest(`${path}.source must be an object`, `${path}.source`)
  if (source.type === 'file')
    throw new BadRequest(`${path}.source: files kept by Anthropic are not supported here`, `${path}.source`)
  return source
}

function imageOf(block: JsonObject, path: string): ImagePart {
  const source = sourceOf(block, path)
  const url =
    source.type === 'url'
      ? requiredText(source.url, `${path}.source.url`)
      : `data:${textOf(source.media_type) ?? 'image/jpeg'};base64,${requiredText(source.data, `${path}.source.data`)}`
  return { type: 'image_url', image_url: { url }, ...cacheControlOf(block) }
}

function documentOf(block: JsonObject, path: string): TextPart | FilePart {
  const source = sourceOf(block, path)
  const title = textOf(block.title)
  const titled = (text: string) => textPart(title === undefined ? text : `${title}\n\n${text}`, block)
  if (source.type === 'text') return titled(requiredText(source.data, `${path}.source.data`))
  if (source.type === 'content') return titled(joinedText(source.content))
  // The gateway does not fetch the document, but the model may know its URL.
  if (source.type === 'url') return titled(`[${requiredText(source.url, `${path}.source.url`)}]`)
  const mime = textOf(source.media_type) ?? 'application/pdf'
  const file_data = `data:${mime};base64,${requiredText(source.data, `${path}.source.data`)}`
  return { type: 'file', file: { filename: title ?? 'document.pdf', file_data }, ...cacheControlOf(block) }
}

const searchResultText = ({ title, source, content }: JsonObject): string =>
  [textOf(title), textOf(source), joinedText(content)].filter(Boolean).join('\n')

/** The text of a string or of the text blocks in a list. */
export function joinedText(content: unknown): string {
  if (typeof content === 'string') return content
  const texts = listOf(content).map((block) => (isObject(block) ? textOf(block.text) : undefined))
  return texts.filter((text) => text !== undefined).join('\n')
}
