import { pinHeader, playgroundPaths, routeHeader } from '@turnpike/contract/usage/playground'
import { callerHeaders } from '../../../lib/api/call.ts'
import { loseOrg, org } from '../../../lib/session/org-context.ts'
import type { AssistantMessage, Attachment, Message, Mode, ResponseError } from '../messages/message.ts'
import { readAttachment } from '../request/attachments.ts'
import { chatRequest } from '../request/chat-request.ts'
import { imageRequest, speechRequest, transcriptionFields, transcriptionForm } from '../request/media-request.ts'
import type { Settings } from '../request/settings.ts'
import { eventReader } from './read-events.ts'
import {
  brokenStream,
  emptyResponse,
  errorOf,
  type StreamedResponse,
  wholeResponse,
  withEvent,
} from './response-parts.ts'

export type CompletionRequest = {
  mode: Mode
  model: string
  /** The conversation up to the last user message. */
  path: readonly Message[]
  settings: Settings
  isAdmin: boolean
}
type Progress = (change: Partial<AssistantMessage>) => void

/**
 * Calls a model and reports the response as it arrives; the last report holds the final state. Never throws: a refusal, a lost
 * connection and a stop are states of the response.
 */
export async function requestCompletion(
  request: CompletionRequest,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<void> {
  const clock = startClock()
  const actsFor = org.get()
  try {
    const response = await fetch(playgroundPaths[request.mode], requestOf(request, signal, actsFor))
    const isRelayed = response.ok && !response.headers.get('content-type')?.includes('text/html')
    onProgress(factsOf(response))
    if (!isRelayed)
      return onProgress({ state: 'error', error: await refusalOf(response, actsFor), figures: clock.figures() })
    onProgress(await readers[request.mode](response, clock, onProgress))
  } catch (error) {
    const figures = clock.figures()
    if (signal.aborted) onProgress({ state: 'incomplete', figures })
    else onProgress({ state: 'error', error: lostConnection(error), figures })
  }
}

function requestOf(
  { mode, model, path, settings, isAdmin }: CompletionRequest,
  signal: AbortSignal,
  actsFor: number | undefined,
): RequestInit {
  const headers = {
    ...callerHeaders(actsFor),
    ...(isAdmin && settings.channel !== null && { [pinHeader]: String(settings.channel) }),
  }
  const lastMessage = path.findLast(({ role }) => role === 'user')
  const prompt = lastMessage?.content ?? ''
  const group = settings.group && { group: settings.group }
  const recording = lastMessage?.attachments[0]
  if (mode === 'transcription' && recording) {
    const fields = { ...transcriptionFields(prompt, settings, model), ...group }
    return { method: 'POST', signal, headers, body: transcriptionForm(recording, fields) }
  }
  const body = {
    chat: () => ({ ...chatRequest(path, settings, model), stream_options: { include_usage: true } }),
    image: () => imageRequest(prompt, settings, model),
    speech: () => speechRequest(prompt, settings, model),
    transcription: () => transcriptionFields(prompt, settings, model),
  }[mode]()
  return {
    method: 'POST',
    signal,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, ...group }),
  }
}

function startClock() {
  const startedAt = performance.now()
  const since = () => Math.round(performance.now() - startedAt)
  let first: number | undefined
  return {
    noteFirstToken() {
      first ??= since()
    },
    figures: () => ({ ...(first !== undefined && { first_word_ms: first }), total_ms: since() }),
  }
}
type Clock = ReturnType<typeof startClock>

function factsOf({ headers }: Response): Partial<AssistantMessage> {
  const request_id = headers.get('X-Oneapi-Request-Id')
  const route = headers.get(routeHeader)
  return { ...(request_id && { request_id }), ...(route && { route: route.split(',').map(Number) }) }
}

type Reader = (response: Response, clock: Clock, onProgress: Progress) => Promise<Partial<AssistantMessage>>

const readers: Record<Mode, Reader> = { chat: readChat, image: readImages, speech: readSpeech, transcription: readText }

async function readChat(response: Response, clock: Clock, onProgress: Progress): Promise<Partial<AssistantMessage>> {
  if (!response.headers.get('content-type')?.includes('text/event-stream'))
    return finished(wholeResponse(await response.json()), clock)
  const read = eventReader()
  let received: StreamedResponse = emptyResponse
  for await (const text of textsOf(response)) {
    const events = read(text)
    for (const data of events) received = withEvent(received, data)
    if (events.length === 0) continue
    if (received.content || received.reasoning || received.tool_calls.length > 0) clock.noteFirstToken()
    if (received.error) break
    const { isDone: _, error: __, ...parts } = received
    onProgress({ ...parts, state: 'incomplete', figures: { ...parts.figures, ...clock.figures() } })
  }
  return finished(received, clock)
}

async function* textsOf({ body }: Response): AsyncGenerator<string> {
  if (!body) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value
}

/** A stream that ends before it says so is broken, unless the model said why it stopped. */
function finished({ isDone, error, ...parts }: StreamedResponse, clock: Clock): Partial<AssistantMessage> {
  const figures = { ...parts.figures, ...clock.figures() }
  const failure = error ?? (isDone || parts.finish_reason ? undefined : brokenStream)
  return failure ? { ...parts, figures, state: 'error', error: failure } : { ...parts, figures, state: 'complete' }
}

async function readImages(response: Response, clock: Clock): Promise<Partial<AssistantMessage>> {
  const { data = [], usage } = (await response.json()) as {
    data?: { url?: string; b64_json?: string; revised_prompt?: string }[]
    usage?: { input_tokens?: number; output_tokens?: number }
  }
  const attachments = data.flatMap(({ url, b64_json }, index): Attachment[] => {
    const address = b64_json ? `data:${pictureType(b64_json)};base64,${b64_json}` : url
    const isPicture = address && /^(https?:\/\/|data:image\/)/.test(address)
    return isPicture ? [{ name: `image-${index + 1}`, type: 'image/*', data: address }] : []
  })
  const content = data.flatMap(({ revised_prompt }) => revised_prompt || []).join('\n\n')
  const counts = usage ? { prompt_tokens: usage.input_tokens, completion_tokens: usage.output_tokens } : {}
  return { state: 'complete', attachments, content, figures: { ...counts, ...clock.figures() } }
}

/** The first letters of the bytes tell the format. */
const pictureType = (base64: string) =>
  base64.startsWith('/9j/') ? 'image/jpeg' : base64.startsWith('UklGR') ? 'image/webp' : 'image/png'

async function readSpeech(response: Response, clock: Clock): Promise<Partial<AssistantMessage>> {
  const blob = await response.blob()
  const type = blob.type.split(';')[0] || 'audio/mpeg'
  const sound = await readAttachment(new File([blob], `speech.${type.split('/')[1] ?? 'mp3'}`, { type }))
  return { state: 'complete', attachments: [sound], figures: clock.figures() }
}

async function readText(response: Response, clock: Clock): Promise<Partial<AssistantMessage>> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  const content = isJson ? String((JSON.parse(text) as { text?: unknown }).text ?? '') : text
  return { state: 'complete', content, figures: clock.figures() }
}

/** The relay refuses with `error`, the console with `code` and `message`, a proxy with a page. */
async function refusalOf(response: Response, actsFor: number | undefined): Promise<ResponseError> {
  const { status } = response
  const body: unknown = await response.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null) return { code: 'unknown', message: '', status }
  if ('error' in body) return errorOf(body.error, status)
  if ('code' in body && body.code === 'org_missing' && actsFor !== undefined) loseOrg(actsFor)
  return errorOf(body, status)
}

const lostConnection = (error: unknown): ResponseError => ({
  code: error instanceof TypeError ? 'unreachable' : 'stream_broken',
  message: '',
  status: 0,
})
