import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { withJsonInstruction } from '../../translate/json/json-instruction.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { plainText } from '../../translate/text/plain-text.ts'
import { openAiShaped } from '../openai-shaped/openai-shaped.ts'
import type { Provider, Target } from '../provider.ts'
import { toStrict } from './chat-request.ts'
import { single } from './single.ts'
/** The OpenAI format, strictly: streams always report usage, and unknown fields are refused. */
export const mistral: Provider = {
  ...openAiShaped({
    request: { streamOptions: 'drop', reasoning: 'drop' },
    chatPath: (request, target) => (isFill(request, target) ? '/v1/fim/completions' : '/v1/chat/completions'),
    adjust: (body, request, target) =>
      isFill(request, target) ? toFill(body, request) : toStrict(body, withJsonInstruction(request, 'schema'), target),
    response: { abortReasons: { error: 'failure' } },
    failures: { invalid_model: 'no_model' },
  }),
  lacksSearch: true,
  single,
}

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
  'prompt_cache_key',
])

/** Fill-in-the-middle, which only code models support. */
const isFill = (request: ChatRequest, { model }: Target): boolean =>
  typeof request.suffix === 'string' && model.startsWith('codestral')

/** The text before the gap is the prompt. The response has the format of a chat. */
function toFill(body: JsonObject, request: ChatRequest): void {
  const textBefore = typeof request.prefix === 'string' ? request.prefix : plainText(request.messages.at(-1)?.content)
  if (textBefore === undefined) throw unsupported('This model fills a gap in text', 'messages')
  body.prompt = textBefore
  const limit = request.max_completion_tokens ?? request.max_tokens
  if (limit !== undefined) body.max_tokens = limit
  if (typeof request.seed === 'number') body.random_seed = request.seed
  for (const name of Object.keys(body)) if (!knownFields.has(name)) delete body[name]
}
