import { openAiShaped } from '../openai-shaped/openai-shaped.ts'
import type { Provider } from '../provider.ts'
import { toStrict } from './chat-request.ts'
import { isFill, toFill } from './fill.ts'
import { single } from './single.ts'

/** The OpenAI format, strictly: streams report usage unasked, and unknown fields are refused. */
export const mistral: Provider = {
  ...openAiShaped({
    request: { streamOptions: 'drop', reasoning: 'drop' },
    chatPath: (request, target) => (isFill(request, target) ? '/v1/fim/completions' : '/v1/chat/completions'),
    adjust: (body, request, target) =>
      isFill(request, target) ? toFill(body, request) : toStrict(body, request, target),
    response: { abortReasons: { error: 'failure' } },
  }),
  single,
}
