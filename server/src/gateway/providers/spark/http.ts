import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { shapedChat } from '../openai-shaped/openai-shaped.ts'
import type { Provider, Target } from '../provider.ts'
import { failureIn, isStopped, sparkFailure } from './failure.ts'
import { type Line, lineOf, namedLine } from './lines.ts'

const host = 'https://spark-api-open.xf-yun.com'

/** Names outside the table are newer names of the vendor. */
const lineOfName = (target: Target): Line | undefined =>
  namedLine(target) ?? (/^sparkdesk/i.test(target.model) ? lineOf(target) : undefined)

/**
 * The X2.5 line, with a newer name for the limit and fixed sampling: https://www.xfyun.cn/doc/spark/Spark-X2.5.html.
 * The copies of this page that we could read lack its address, so it is assumed to be `/v1`, as that of other new names.
 * A base URL with a version overrides it. Read 2026-11-19.
 */
const isFixed = (model: string): boolean => /^spark-x2\.5(?:-|$)/i.test(model)
const fixedFields = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty']

/** The version in the base URL is that of the models that the table lacks. */
function chatUrl(target: Target): string {
  const base = target.base_url || host
  const line = lineOfName(target)
  if (!line && /\/v\d$/.test(base)) return `${base}/chat/completions`
  return base.replace(/\/v\d$/, '') + (line?.httpPath ?? '/v1/chat/completions')
}

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
      url: chatUrl(target),
      headers: { authorization: `Bearer ${target.key.trim()}` },
    }),
    request: (_, { model }) => ({
      developerToSystem: true,
      limitField: isFixed(model) ? 'max_completion_tokens' : 'max_tokens',
      json: 'object', // https://www.xfyun.cn/doc/spark/HTTP%E8%B0%83%E7%94%A8%E6%96%87%E6%A1%A3.html, 2026-11-18
      flattensText: true,
      dropsExtensions: true,
      streamOptions: 'drop',
      reasoning: 'drop',
      droppedFields: isFixed(model) ? ['reasoning_effort', ...fixedFields] : ['reasoning_effort'],
    }),
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
