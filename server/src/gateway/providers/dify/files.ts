import type { ChatMessage, ChatRequest, ContentPart, JsonObject } from '../../forms/chat.ts'
import { objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { bearerEndpoint } from '../openai-shaped/openai-shaped.ts'
import type { Target, UploadOperation } from '../provider.ts'

/** The URL by which a request names a file that was uploaded to Dify. */
const uploaded = 'dify-file:'

const userDefault = 'turnpike'

/** A conversation and its files belong to a user: the client's own user id, or one id for each caller. */
export const userOf = (request: ChatRequest, target: Target): string =>
  textOf(request.user) ?? target.caller?.() ?? userDefault

export const upload: UploadOperation = {
  request({ name, mime, bytes }, request, target) {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(bytes)], { type: mime }), name)
    body.append('user', userOf(request, target))
    return { method: 'POST', ...bearerEndpoint(target, '/v1/files/upload'), body }
  },
  response(body) {
    const id = textOf(objectOf(body)?.id)
    if (id === undefined) throw badResponse('the provider did not accept a file')
    return uploaded + id
  },
}

const documents: ReadonlySet<string> = new Set(
  'txt md mdx markdown pdf html htm xlsx xls docx csv eml msg pptx ppt xml epub'.split(' '),
)

/** Dify's kind of a file, by its name. */
const kindOfFile = (name: string): string => {
  const extension = /\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase()
  return extension === undefined || documents.has(extension) ? 'document' : 'custom'
}

/** The files of messages, by the URL that they have after the upload. */
export const filesOf = (messages: readonly ChatMessage[]): JsonObject[] =>
  messages.flatMap(({ content }) => (Array.isArray(content) ? content.flatMap(fileOf) : []))

function fileOf(part: ContentPart): JsonObject[] {
  const named = objectOf(part[part.type as keyof ContentPart])
  switch (part.type) {
    case 'text':
    case 'refusal':
      return []
    case 'image_url':
      return [transferOf('image', named?.url ?? part.image_url)]
    case 'video_url':
      return [transferOf('video', named?.url ?? part.video_url)]
    case 'input_audio':
      return [transferOf('audio', named?.data)]
    case 'file': {
      const address = named?.file_data ?? named?.file_url
      const name = textOf(named?.filename) ?? String(address ?? '').replace(/[?#].*$/s, '')
      return [transferOf(name.startsWith(uploaded) ? 'document' : kindOfFile(name), address)]
    }
    default:
      throw unsupported(`This app takes no content of type ${String(part.type).slice(0, 40)}`, 'messages')
  }
}

function transferOf(type: string, address: unknown): JsonObject {
  const text = textOf(address) ?? ''
  if (text.startsWith(uploaded))
    return { type, transfer_method: 'local_file', upload_file_id: text.slice(uploaded.length) }
  if (/^https?:\/\//i.test(text)) return { type, transfer_method: 'remote_url', url: text }
  throw unsupported('Media must be an http(s) address or be sent with their content', 'messages')
}
