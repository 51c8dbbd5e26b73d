import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { shapedChat } from '../openai-shaped/openai-shaped.ts'
import type { Provider, Target } from '../provider.ts'
import { failureIn, isStopped, sparkFailure } from './failure.ts'
import { type Line, lineOf, namedLine } from './lines.ts'

const host = 'https://spark-api-open.xf-yun.com'

/** Names outside the table are newer names of the vendor. */
const lineOfName = (target: Target): Line | undefined =>
  namedLine(target) ?? (/^sparkdesk/i.test(target.model) ? lineOf(target) : undefined)

function adjust(body: JsonObject, _: ChatRequest, target: Target): void {
  const line = lineOfName(target)
  if (line) body.model = line.model ?? line.domain
}

/** Stopped output has no choices. */
const reshape = (body: JsonObject): JsonObject =>
  isStopped(body) ? { ...body, choices: [{ index: 0, delta: {}, finish_reason: 'content_filter' }] } : body

/** Spark over HTTP, in the OpenAI format. */
export const sparkByHttp: Provider = {
  chat: shapedChat({
    endpointOf: (target) => ({
      url: (target.base_url || host).replace(/\/v\d$/, '') + (lineOfName(target)?.httpPath ?? '/v1/chat/completions'),
      headers: { authorization: `Bearer ${target.key.trim()}` },
    }),
    request: {
      developerToSystem: true,
      limitField: 'max_tokens',
      flattensText: true,
      dropsExtensions: true,
      streamOptions: 'drop',
      reasoning: 'drop',
      droppedFields: ['reasoning_effort'],
    },
    adjust,
    response: {
      failureOf: (body) => sparkFailure(200, body),
      failureIn,
      reshape,
      droppedFields: ['code', 'message', 'sid'],
    },
  }),
  failure: sparkFailure,
  failureIn,
}
