import type { ClientRequest } from '../../../lib/client-code/client-code.ts'
import type { Message, Mode } from '../messages/message.ts'
import { chatRequest } from '../request/chat-request.ts'
import { imageRequest, speechRequest, transcriptionFields } from '../request/media-request.ts'
import type { Settings } from '../request/settings.ts'
import { bodyIn, type Dialect } from './dialect-bodies.ts'

type Requested = { mode: Mode; dialect: Dialect; path: readonly Message[]; settings: Settings; model: string }

/** The request for the messages and the settings. */
export function requestOf({ mode, dialect, path, settings, model }: Requested): ClientRequest {
  const lastMessage = path.findLast(({ role }) => role === 'user')
  const prompt = lastMessage?.content ?? ''
  if (mode === 'image') return { endpoint: 'images', model, body: imageRequest(prompt, settings, model) }
  if (mode === 'speech') {
    const body = speechRequest(prompt, settings, model)
    return { endpoint: 'speech', model, body, file: `speech.${body.response_format}` }
  }
  if (mode === 'transcription') {
    const file = lastMessage?.attachments[0]?.name ?? 'recording.mp3'
    return { endpoint: 'transcriptions', model, body: transcriptionFields('', settings, model), file }
  }
  const chat = chatRequest(path, settings, model)
  return { endpoint: dialect, model, body: { ...bodyIn(dialect, chat), stream: chat.stream } }
}

const shownMax = 120

/** A request for the screen: the bytes of pictures and files are cut; the copied code has them whole. */
export const withShortData = <Value>(value: Value): Value =>
  JSON.parse(
    JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'string' && member.length > shownMax && /^(data:|[\w+/=]+$)/.test(member)
        ? `${member.slice(0, shownMax)}…`
        : member,
    ),
  ) as Value
