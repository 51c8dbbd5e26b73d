import { BadRequest } from '../../forms/bad-request.ts'
import type { ContentPart, JsonObject } from '../../forms/chat.ts'
import { googleField } from '../../translate/json/google-field.ts'
import { isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { codeResultText, codeText } from '../../translate/text/code-text.ts'
import { plainBase64 } from '../../translate/text/data-url.ts'

/** One part of a turn, by kind. */
export type ReadPart =
  | { kind: 'content'; part: ContentPart; signature: string | undefined }
  | { kind: 'thought'; text: string }
  | { kind: 'call'; id: string | undefined; name: string; args: JsonObject; signature: string | undefined }
  | { kind: 'result'; id: string | undefined; name: string; response: unknown; parts: unknown }

/** Undefined for an empty part. */
export function readPart(raw: unknown, path: string): ReadPart | undefined {
  if (!isObject(raw)) throw new BadRequest(`${path} must be an object`, path)
  const signature = textOf(googleField(raw, 'thoughtSignature'))
  const contentPart = (part: ContentPart): ReadPart => ({ kind: 'content', part, signature })
  if (raw.text !== undefined && raw.text !== null) {
    if (typeof raw.text !== 'string') throw new BadRequest(`${path}.text must be a string`, `${path}.text`)
    if (raw.text === '') return undefined
    return raw.thought === true ? { kind: 'thought', text: raw.text } : contentPart({ type: 'text', text: raw.text })
  }
  const inline = googleField(raw, 'inlineData')
  if (inline !== undefined) return contentPart(inlinePart(inline, `${path}.inlineData`))
  const file = googleField(raw, 'fileData')
  if (file !== undefined) return contentPart(filePart(file, `${path}.fileData`))
  const call = googleField(raw, 'functionCall')
  if (call !== undefined) return { ...readCall(call, `${path}.functionCall`), signature }
  const result = googleField(raw, 'functionResponse')
  if (result !== undefined) return readResult(result, `${path}.functionResponse`)
  const code = objectOf(googleField(raw, 'executableCode'))
  if (code) return contentPart({ type: 'text', text: codeText(code) })
  const output = objectOf(googleField(raw, 'codeExecutionResult'))
  if (output) return contentPart({ type: 'text', text: codeResultText(output) })
  if (signature !== undefined || Object.keys(raw).length === 0) return undefined
  throw new BadRequest(`${path} is of a kind that is not supported here`, path)
}

const audioFormats: Readonly<Record<string, string>> = { mpeg: 'mp3', 'x-wav': 'wav', wave: 'wav' }

function inlinePart(raw: unknown, path: string): ContentPart {
  const data = isObject(raw) ? textOf(raw.data) : undefined
  const mime = isObject(raw) ? textOf(googleField(raw, 'mimeType'))?.toLowerCase() : undefined
  if (data === undefined || mime === undefined) throw new BadRequest(`${path} needs a mimeType and data`, path)
  const base64 = plainBase64(data)
  const url = `data:${mime};base64,${base64}`
  if (mime.startsWith('image/')) return { type: 'image_url', image_url: { url } }
  if (mime === 'application/pdf') return { type: 'file', file: { filename: 'document.pdf', file_data: url } }
  if (!mime.startsWith('audio/')) throw new BadRequest(`${path} of type ${mime.slice(0, 40)} cannot be read here`, path)
  const format = mime.slice('audio/'.length)
  const known = Object.hasOwn(audioFormats, format) ? audioFormats[format] : undefined
  return { type: 'input_audio', input_audio: { data: base64, format: known ?? format } }
}

function filePart(raw: unknown, path: string): ContentPart {
  const uri = isObject(raw) ? textOf(googleField(raw, 'fileUri')) : undefined
  const mime = isObject(raw) ? textOf(googleField(raw, 'mimeType')) : undefined
  if (uri === undefined) throw new BadRequest(`${path} needs a fileUri`, path)
  // Only images can be sent by URL to every upstream.
  if (!mime?.toLowerCase().startsWith('image/')) throw new BadRequest(`${path} must be a picture here`, path)
  return { type: 'image_url', image_url: { url: uri } }
}

function readCall(raw: unknown, path: string) {
  const name = isObject(raw) ? textOf(raw.name) : undefined
  if (!isObject(raw) || name === undefined) throw new BadRequest(`${path} needs a name`, path)
  const args = raw.args ?? {}
  if (!isObject(args)) throw new BadRequest(`${path}.args must be an object`, `${path}.args`)
  return { kind: 'call' as const, id: textOf(raw.id), name, args }
}

function readResult(raw: unknown, path: string): ReadPart {
  if (!isObject(raw)) throw new BadRequest(`${path} must be an object`, path)
  return {
    kind: 'result',
    id: textOf(raw.id),
    name: textOf(raw.name) ?? '',
    response: raw.response ?? {},
    parts: raw.parts,
  }
}
