import type { ChatRequest, FinishReason, JsonObject, Tool } from '../../forms/chat.ts'
import type { FailureKind, UpstreamFailure } from '../../forms/failure.ts'
import { withJsonInstruction } from '../../translate/json/json-instruction.ts'
import { definedOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { fixedPart } from '../../translate/response/bad-channel.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import { withTools } from '../../translate/tools/legacy-functions.ts'
import type { ResponseQuirks } from '../openai-shaped/quirks.ts'
import { readChatResponse } from '../openai-shaped/read-response.ts'
import { createChatDecoder } from '../openai-shaped/read-stream.ts'
import { textEmbeddings } from '../openai-shaped/text-embeddings.ts'
import type { Provider, Target, UpstreamRequest } from '../provider.ts'
import { readSigningKey } from './key.ts'
import { toTurns } from './native-messages.ts'
import { signTc3 } from './sign.ts'

/** Codes have parts; the first match counts. */
const kinds: [beginning: string, kind: FailureKind][] = [
  ['AuthFailure', 'bad_key'],
  ['FailedOperation.ResourcePackExhausted', 'no_balance'],
  ['ResourceInsufficient', 'no_balance'],
  ['FailedOperation.UserUnAuthError', 'no_permission'],
  ['LimitExceeded', 'rate_limited'],
  ['RequestLimitExceeded', 'rate_limited'],
  ['InvalidParameter', 'bad_request'],
  ['InternalError', 'overloaded'],
  ['FailedOperation.Engine', 'overloaded'],
]

/** Errors are inside the response. In streams they have another field name. */
function nativeFailure(status: number, body: unknown, headers: Record<string, string> = {}): UpstreamFailure {
  const response = objectOf(body)
  const error = objectOf(objectOf(response?.Response)?.Error)
  const streamed = objectOf(response?.ErrorMsg)
  if (!error && !streamed) return failureOf(status, body, headers)
  const { Code, Message } = error ?? { Code: streamed?.Code, Message: streamed?.Msg }
  const code = textOf(Code) ?? (typeof Code === 'number' ? String(Code) : undefined)
  const kind = kinds.find(([beginning]) => code?.startsWith(beginning))?.[1]
  return failureOf(status, { error: { message: Message, code } }, headers, code && kind ? { [code]: kind } : {})
}

const nativeFailureIn = (body: unknown): UpstreamFailure | undefined =>
  isObject(body) && (isObject(objectOf(body.Response)?.Error) || isObject(body.ErrorMsg))
    ? nativeFailure(200, body)
    : undefined

const newHost = 'https://tokenhub.tencentmaas.com'
const oldHost = 'https://hunyuan.tencentcloudapi.com'
const version = '2023-09-01'

/** Every action has the same URL. A channel without its own base URL has that of the current service. */
function actionRequest(target: Target, action: string, body: JsonObject): UpstreamRequest {
  const key = readSigningKey(target.key)
  const base = target.base_url.replace(/\/v1$/, '')
  return {
    method: 'POST',
    url: `${base === newHost ? oldHost : base}/`,
    headers: {
      'content-type': 'application/json',
      'x-tc-action': action,
      'x-tc-version': version,
      ...(target.other !== '' && { 'x-tc-region': fixedPart(target.other, /^[a-z]+(?:-[a-z0-9]+)*$/, 'region') }),
    },
    body,
    sign: (sent, now) => ({ headers: signTc3(sent, { action, ...key, now }) }),
  }
}

const within = (value: unknown, min: number, max: number): number | undefined =>
  typeof value === 'number' ? Math.min(Math.max(value, min), max) : undefined

/** The schema of a function is a text. */
const toolOf = ({ function: offered }: Tool): JsonObject => ({
  Type: 'function',
  Function: definedOf({
    Name: offered?.name,
    Description: offered?.description,
    Parameters: JSON.stringify(offered?.parameters ?? { type: 'object', properties: {} }),
  }),
})

function choiceOf({ tool_choice, tools = [] }: ChatRequest): JsonObject {
  if (tool_choice === undefined || tool_choice === null) return {}
  if (!isObject(tool_choice)) return { ToolChoice: tool_choice === 'none' ? 'none' : 'auto' }
  const name = objectOf(tool_choice.function)?.name
  const chosen = tools.find((tool) => tool.function?.name === name)
  return chosen ? { ToolChoice: 'custom', CustomTool: toolOf(chosen) } : { ToolChoice: 'auto' }
}

function bodyOf(request: ChatRequest, { model }: Target): JsonObject {
  const tools = listOf(request.tools).filter((tool): tool is Tool => isObject(tool) && isObject(tool.function))
  const { seed } = request
  return definedOf({
    Model: model,
    Messages: toTurns(request.messages),
    Stream: request.stream === true,
    Temperature: within(request.temperature, 0, 2),
    TopP: within(request.top_p, 0, 1),
    Stop: typeof request.stop === 'string' ? [request.stop] : (request.stop ?? undefined),
    ...(tools.length > 0 && { Tools: tools.map(toolOf), ...choiceOf(request) }),
    Seed: Number.isInteger(seed) && Number(seed) >= 1 && Number(seed) <= 10_000 ? seed : undefined,
    EnableEnhancement: request.EnableEnhancement,
    SearchInfo: request.SearchInfo,
    Citation: request.Citation,
    EnableThinking: request.EnableThinking ?? request.enable_thinking,
  })
}

const finishReasons: Readonly<Record<string, FinishReason>> = { sensitive: 'content_filter' }

const usageOf = (usage: unknown): JsonObject | undefined => {
  const { PromptTokens, CompletionTokens, TotalTokens } = objectOf(usage) ?? {}
  return isObject(usage)
    ? { prompt_tokens: PromptTokens, completion_tokens: CompletionTokens, total_tokens: TotalTokens }
    : undefined
}

const callOf = (call: unknown): JsonObject => {
  const { Id, Index, Function: called } = objectOf(call) ?? {}
  const { Name, Arguments } = objectOf(called) ?? {}
  return definedOf({ id: Id, index: Index, type: 'function', function: { name: Name, arguments: Arguments } })
}

const messageOf = (message: unknown): JsonObject => {
  const { Role, Content, ReasoningContent, ToolCalls } = objectOf(message) ?? {}
  return definedOf({
    role: Role,
    content: Content,
    reasoning_content: ReasoningContent,
    tool_calls: Array.isArray(ToolCalls) && ToolCalls.length > 0 ? ToolCalls.map(callOf) : undefined,
  })
}

/** A whole response is wrapped; an event of a stream is not. */
function openAiForm(body: JsonObject): JsonObject {
  const response = objectOf(body.Response) ?? body
  return {
    id: response.Id,
    created: response.Created,
    usage: usageOf(response.Usage),
    choices: listOf(response.Choices).map((choice, index) => {
      const { Message, Delta, FinishReason: finish } = objectOf(choice) ?? {}
      return { index, message: messageOf(Message ?? Delta), finish_reason: textOf(finish) ?? null }
    }),
  }
}

const response: ResponseQuirks = { failureIn: nativeFailureIn, reshape: openAiForm, finishReasons }

const embeddings = textEmbeddings({
  request: (texts, _, target) => actionRequest(target, 'GetEmbedding', { InputList: texts }),
  reshape(body) {
    const { Data, Usage } = objectOf(objectOf(body)?.Response) ?? {}
    return { data: listOf(Data).map((entry) => ({ embedding: objectOf(entry)?.Embedding })), usage: usageOf(Usage) }
  },
})

/** Tencent's older service, whose requests are signed. */
export const nativeHunyuan: Provider = {
  chat: {
    // The service has no JSON format.
    request: (request, target) =>
      actionRequest(target, 'ChatCompletions', bodyOf(withJsonInstruction(withTools(request), 'none'), target)),
    response: (body, facts) => readChatResponse(body, facts, response),
    stream: (facts) => createChatDecoder(facts, response),
  },
  single: { embeddings },
  failure: nativeFailure,
  failureIn: nativeFailureIn,
}
