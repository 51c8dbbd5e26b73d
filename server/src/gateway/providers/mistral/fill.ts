import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { unsupported } from '../../translate/answer/unsupported.ts'
import { plainText } from '../../translate/text/plain-text.ts'
import type { Target } from '../provider.ts'

const knownFields: ReadonlySet<string> = new Set([
  'model',
  'prompt',
  'suffix',
  'temperature',
  'top_p',
  'max_tokens',
  'stop',
  'random_seed',
  'stream',
])

/** Fill-in-the-middle, which only code models support. */
export const isFill = (ask: ChatRequest, { model }: Target): boolean =>
  typeof ask.suffix === 'string' && model.startsWith('codestral')

/** The text before the gap is the prompt. The reply has the format of a chat. */
export function toFill(body: JsonObject, ask: ChatRequest): void {
  const textBefore = typeof ask.prefix === 'string' ? ask.prefix : plainText(ask.messages.at(-1)?.content)
  if (textBefore === undefined) throw unsupported('This model fills a gap in text', 'messages')
  body.prompt = textBefore
  const limit = ask.max_completion_tokens ?? ask.max_tokens
  if (limit !== undefined) body.max_tokens = limit
  if (typeof ask.seed === 'number') body.random_seed = ask.seed
  for (const name of Object.keys(body)) if (!knownFields.has(name)) delete body[name]
}
