import { send } from '../../lib/api/call.ts'
import { language } from '../../lib/browser/preferences.ts'

/** The message of every first call, here and in the code beside it. */
export const firstMessage = 'Hello'

export type RunCall = { key: string; model: string }
export type CallResult = { requestId: string; text: string }

/** A refused call: the reason in words for people, and the code that advice depends on. */
export class RefusedCall extends Error {
  readonly code: string
  readonly requestId: string
  constructor(message: string, code: string, requestId: string) {
    super(message)
    this.code = code
    this.requestId = requestId
  }
}

type Body = {
  choices?: { message?: { content?: unknown } }[]
  error?: { message?: unknown; code?: unknown }
}

/** Calls the gateway with a key, as the user's own program would. */
export async function runCall({ key, model }: RunCall): Promise<CallResult> {
  const response = await send('/v1/chat/completions', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Accept-Language': language.get(),
    },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: firstMessage }] }),
  })
  const requestId = response.headers.get('X-Oneapi-Request-Id') ?? ''
  const body: Body | null = await response.json().catch(() => null)
  if (!response.ok) {
    const { message, code } = body?.error ?? {}
    throw new RefusedCall(
      typeof message === 'string' ? message : `HTTP ${response.status}`,
      String(code ?? ''),
      requestId,
    )
  }
  const content = body?.choices?.[0]?.message?.content
  return { requestId, text: typeof content === 'string' ? content : '' }
}
