import { send } from '../../../lib/api/call.ts'
import { language } from '../../../lib/browser/preferences.ts'

/** What is known of a response so far. */
export type Received = {
  status: number
  type: string
  requestId: string
  milliseconds: number
  text: string
  /** The text is longer than what is shown. */
  isCut: boolean
  /** Sound, a video or a picture. */
  media?: Blob
}

type TryRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | FormData | undefined
}

/** Longer texts would make the page slow. */
export const shownMax = 200_000

/** Sends a request to this server, without the session's cookie, and reports the response as it arrives. */
export async function sendTry(
  { method, path, headers, body }: TryRequest,
  signal: AbortSignal,
  onReceived: (received: Received) => void,
): Promise<void> {
  const begin = performance.now()
  const response = await send(path, {
    method,
    credentials: 'omit',
    signal,
    headers: {
      ...headers,
      'Accept-Language': language.get(),
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  const type = response.headers.get('Content-Type')?.split(';')[0] ?? ''
  const facts = { status: response.status, type, requestId: response.headers.get('X-Oneapi-Request-Id') ?? '' }
  const report = (text: string, more: Pick<Received, 'isCut' | 'media'>) =>
    onReceived({ ...facts, milliseconds: performance.now() - begin, text, ...more })
  if (/^(audio|video|image)\//.test(type)) return report('', { isCut: false, media: await response.blob() })
  let text = ''
  const show = () => report(text.slice(0, shownMax), { isCut: text.length > shownMax })
  show()
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  while (reader && text.length <= shownMax) {
    const { done, value } = await reader.read()
    if (done) return
    text += value
    show()
  }
  await reader?.cancel() // the rest is not read
}

/** JSON in lines; anything else as it is. */
export function printed({ text, type }: Pick<Received, 'text' | 'type'>): string {
  if (type !== 'application/json') return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text // not whole yet
  }
}
