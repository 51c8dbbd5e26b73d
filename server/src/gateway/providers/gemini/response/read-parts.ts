import type { JsonObject } from '../../../forms/chat.ts'
import { isDeep } from '../../../translate/json/is-deep.ts'
import { isObject, listOf, objectOf, textOf } from '../../../translate/json/json-values.ts'
import { badResponse } from '../../../translate/response/bad-response.ts'
import { codeResultText, codeText } from '../../../translate/text/code-text.ts'
import { imageMarkdown } from '../../../translate/text/images-in-text.ts'

/** One part of a response, by kind. */
export type ResponsePart =
  | { kind: 'content'; text: string; signature: string | undefined; isImage: boolean }
  | { kind: 'reasoning'; text: string }
  | { kind: 'call'; id: string | undefined; name: string; arguments: string; signature: string | undefined }
  | { kind: 'audio'; data: string }

/** The parts of a candidate in order. Empty parts, and kinds newer than this code, are left out. */
export function readParts(candidate: JsonObject): ResponsePart[] {
  const parts: ResponsePart[] = []
  for (const part of listOf(objectOf(candidate.content)?.parts)) {
    const responsePart = isObject(part) ? readPart(part) : undefined
    if (responsePart) parts.push(responsePart)
  }
  return parts
}

function readPart(part: JsonObject): ResponsePart | undefined {
  const signature = textOf(part.thoughtSignature)
  if (typeof part.text === 'string') {
    // A stream may sign its text in an empty part at its end.
    if (part.text === '' && (signature === undefined || part.thought === true)) return undefined
    return part.thought === true ? { kind: 'reasoning', text: part.text } : contentOf(part.text, signature)
  }
  if (isObject(part.functionCall)) return callOf(part.functionCall, signature)
  if (isObject(part.inlineData)) return part.thought === true ? undefined : mediaOf(part.inlineData, signature)
  if (isObject(part.executableCode)) return contentOf(codeText(part.executableCode), signature)
  if (isObject(part.codeExecutionResult)) return contentOf(codeResultText(part.codeExecutionResult), signature)
  return undefined
}

const contentOf = (text: string, signature: string | undefined, isImage = false): ResponsePart => ({
  kind: 'content',
  text,
  signature,
  isImage,
})

function callOf({ id, name, args }: JsonObject, signature: string | undefined): ResponsePart | undefined {
  if (textOf(name) === undefined) return undefined
  if (isDeep(args)) throw badResponse()
  return {
    kind: 'call',
    id: textOf(id),
    name: textOf(name) ?? '',
    arguments: JSON.stringify(objectOf(args) ?? {}),
    signature,
  }
}

/** Images become Markdown in the text, where every chat client shows them. */
function mediaOf({ mimeType, data }: JsonObject, signature: string | undefined): ResponsePart | undefined {
  const mime = textOf(mimeType) ?? ''
  const base64 = textOf(data)
  if (base64 === undefined) return undefined
  if (/^image\/[\w.+-]+$/.test(mime)) return contentOf(imageMarkdown({ mime, base64 }), signature, true)
  return mime.startsWith('audio/') ? { kind: 'audio', data: base64 } : undefined
}
