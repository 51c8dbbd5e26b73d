import { createHash, createHmac } from 'node:crypto'
import { absentModel, type Call, createdSeconds, identifier, isWrongKey, type Vendor } from '../exchange/call.ts'
import { isInteger, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { dataFrame, eventStream, json, type MockResponse, Refusal } from '../exchange/response.ts'
import { type Completion, completionFor } from '../model/completion.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { splitText } from '../model/split-text.ts'
import { vectorOf } from '../model/vector.ts'
import { readChat } from '../openai/read-chat.ts'

/** An error is a part of the response, mostly with a status of 200. */
const refusal = (Code: string, Message: string, status = 200): Refusal =>
  new Refusal(status, { Response: { Error: { Code, Message }, RequestId: 'mock' } })

const fieldsKnown = new Set(
  (
    'Model Messages Stream Temperature TopP Stop Tools ToolChoice CustomTool Seed EnableEnhancement SearchInfo Citation ' +
    'EnableThinking'
  ).split(' '),
)

function check(body: JsonObject): void {
  const unknown = Object.keys(body).find((name) => !fieldsKnown.has(name))
  if (unknown) throw refusal('UnknownParameter', `The parameter \`${unknown}\` is not recognized.`)
  const { Model, Temperature, TopP, Seed, ToolChoice } = body
  if (textOf(Model) === '' || Model === absentModel) throw refusal('InvalidParameterValue.Model', 'Model not exist')
  if (Temperature !== undefined && !(Number(Temperature) >= 0 && Number(Temperature) <= 2))
    throw refusal('InvalidParameterValue', 'Temperature must be 0 to 2')
  if (TopP !== undefined && !(Number(TopP) >= 0 && Number(TopP) <= 1))
    throw refusal('InvalidParameterValue', 'TopP must be 0 to 1')
  if (Seed !== undefined && !isInteger(Seed, 1, 10_000))
    throw refusal('InvalidParameterValue', 'Seed must be 1 to 10000')
  if (ToolChoice !== undefined && !['none', 'auto', 'custom'].includes(textOf(ToolChoice)))
    throw refusal('InvalidParameterValue', 'ToolChoice must be none, auto or custom')
  for (const { Function: offered } of objectsIn(body.Tools))
    if (!isObject(offered) || typeof offered.Parameters !== 'string')
      throw refusal('InvalidParameter', 'Parameters must be a string')
  checkMessages(objectsIn(body.Messages))
}

function checkMessages(messages: JsonObject[]): void {
  if (messages.length === 0 || messages.length > 40) throw refusal('InvalidParameter', 'Messages must be 1 to 40')
  messages.forEach(({ Role, Content, Contents }, index) => {
    if (!['system', 'user', 'assistant', 'tool'].includes(textOf(Role)))
      throw refusal('InvalidParameter', 'Role is wrong')
    if (Role === 'system' && index > 0) throw refusal('InvalidParameter', 'system must come first')
    if (['user', 'assistant'].includes(textOf(Role)) && messages[index - 1]?.Role === Role)
      throw refusal('InvalidParameter', 'user and assistant must alternate')
    if (typeof Content !== 'string' && !Array.isArray(Contents)) throw refusal('InvalidParameter', 'Content is missing')
  })
  if (!['user', 'tool'].includes(textOf(messages.at(-1)?.Role)))
    throw refusal('InvalidParameter', 'the last message must be of user or tool')
}

/** The chat as the mock model reads it. */
function openAiForm(body: JsonObject): JsonObject {
  const nameOf = (tool: unknown) => (isObject(tool) && isObject(tool.Function) ? textOf(tool.Function.Name) : '')
  const choice = { none: 'none', custom: { type: 'function', function: { name: nameOf(body.CustomTool) } } }
  return {
    messages: objectsIn(body.Messages).map(({ Role, Content, Contents, ToolCalls, ToolCallId }) => ({
      role: Role,
      content: Array.isArray(Contents) ? objectsIn(Contents).map(partOf) : Content,
      tool_call_id: ToolCallId,
      tool_calls: objectsIn(ToolCalls).map(({ Id, Function: called }) => ({
        id: Id,
        function: isObject(called) ? { name: called.Name, arguments: called.Arguments } : {},
      })),
    })),
    stop: body.Stop,
    ...(Array.isArray(body.Tools) && {
      tools: objectsIn(body.Tools).map((tool) => ({
        type: 'function',
        function: { name: nameOf(tool), parameters: JSON.parse(textOf((tool.Function as JsonObject).Parameters)) },
      })),
      tool_choice: choice[textOf(body.ToolChoice) as keyof typeof choice],
    }),
  }
}

const partOf = ({ Text, ImageUrl }: JsonObject): JsonObject =>
  isObject(ImageUrl) ? { type: 'image_url', image_url: { url: ImageUrl.Url } } : { type: 'text', text: Text }

const finishes: Record<Completion['finish'], string> = {
  stop: 'stop',
  length: 'stop',
  calls: 'tool_calls',
  filter: 'sensitive',
}

function chat(call: Call): MockResponse {
  const { body } = call
  check(body)
  const response = completionFor({ ...readChat(openAiForm(body)), thinks: body.EnableThinking === true }, call.counts)
  const head = { Id: identifier('', call), Created: createdSeconds, Note: 'made by a machine' }
  const usage = (output: number) =>
    call.usage({
      PromptTokens: response.counts.input,
      CompletionTokens: output,
      TotalTokens: response.counts.input + output,
    })
  const ToolCalls = response.calls.map((each, Index) => ({
    Id: identifier('call_', call, Index),
    Type: 'function',
    Function: { Name: each.name, Arguments: JSON.stringify(each.arguments) },
    Index,
  }))
  const calls = ToolCalls.length > 0 ? { ToolCalls } : {}
  if (body.Stream !== true) {
    const Message = { Role: 'assistant', Content: response.text, ReasoningContent: response.thinking, ...calls }
    const Choices = [{ FinishReason: finishes[response.finish], Message }]
    const Usage = usage(response.counts.output)
    return json({ Response: { RequestId: identifier('', call), ...head, Choices, Usage } })
  }
  const event = (Delta: JsonObject, FinishReason: string, output: number) =>
    dataFrame({ ...head, Choices: [{ Delta, FinishReason }], Usage: usage(output), ErrorMsg: null })
  const pieces = [
    ...splitText(response.thinking).map((ReasoningContent) => ({ Role: 'assistant', Content: '', ReasoningContent })),
    ...splitText(response.text).map((Content) => ({ Role: 'assistant', Content })),
  ]
  const frames = pieces.map((piece, index) => event(piece, '', Math.min(index + 1, response.counts.output)))
  const last = event({ Role: 'assistant', Content: '', ...calls }, finishes[response.finish], response.counts.output)
  return eventStream([...frames, last], (status, Msg) =>
    dataFrame({ ...head, Choices: [], ErrorMsg: { Msg, Code: status === 429 ? 'LimitExceeded' : 'InternalError' } }),
  )
}

function embed(call: Call): MockResponse {
  const { InputList } = call.body
  if (!Array.isArray(InputList) || InputList.length > 200 || InputList.some((text) => typeof text !== 'string'))
    throw refusal('InvalidParameter', 'InputList takes 200 texts')
  const Data = InputList.map((text, Index) => ({ Embedding: vectorOf(String(text), 1024), Index, Object: 'embedding' }))
  const tokens = InputList.reduce((sum, text) => sum + tokensOf(String(text).length), 0)
  const Usage = call.usage({ PromptTokens: tokens, TotalTokens: tokens })
  return json({ Response: { Data, Usage, RequestId: identifier('', call) } })
}

const actions: Record<string, (call: Call) => MockResponse> = { ChatCompletions: chat, GetEmbedding: embed }

function act(call: Call): MockResponse {
  const action = actions[textOf(call.headers['x-tc-action'])]
  if (!action) throw refusal('InvalidAction', 'The action is invalid or not found.')
  if (call.headers['x-tc-version'] !== '2023-09-01') throw refusal('NoSuchVersion', 'The version does not exist.')
  return action(call)
}

/** Tencent's older service: one URL, the action in a header, and a signature over the body. */
export const hunyuanNative: Vendor = {
  name: 'hunyuan-native',
  keyOf: (headers) => secretIdOf(headers.authorization),
  modelOf: (_, body) => textOf(body.Model),
  authenticate(call) {
    const problem = signatureProblem(call)
    if (problem) throw refusal(problem, 'The provided credentials could not be validated.')
    if (isWrongKey(call.key)) throw refusal('AuthFailure.SecretIdNotFound', 'The SecretId is not found.')
  },
  refuse: (status, message) => refusal(status === 429 ? 'LimitExceeded' : 'InternalError', message, status),
  find: (method, path) => (method === 'POST' && path === '/' ? act : undefined),
}

/** The secret of a secret id. */
const secretOf = (secretId: string): string => `secret-of-${secretId}`

const credential =
  /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/hunyuan\/tc3_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/

const secretIdOf = (authorization = ''): string => credential.exec(authorization)?.[1] ?? ''

const skewMaxSeconds = 300

/** The error in the signature of a call, by the vendor's name for it; undefined if the signature is valid. */
function signatureProblem({ headers, bytes }: Call): string | undefined {
  const [, secretId = '', date = '', signedNames = '', signature] = credential.exec(headers.authorization ?? '') ?? []
  if (signature === undefined) return 'AuthFailure.InvalidAuthorization'
  const timestamp = Number(headers['x-tc-timestamp'])
  if (!(Math.abs(Date.now() / 1000 - timestamp) <= skewMaxSeconds)) return 'AuthFailure.SignatureExpire'
  if (new Date(timestamp * 1000).toISOString().slice(0, 10) !== date) return 'AuthFailure.SignatureFailure'
  const names = signedNames.split(';')
  if (!names.includes('content-type') || !names.includes('host')) return 'AuthFailure.SignatureFailure'
  const headerOf = (name: string) =>
    String(headers[name] ?? '')
      .trim()
      .toLowerCase()
  const canonical = [
    'POST\n/\n',
    ...names.map((name) => `${name}:${headerOf(name)}`),
    '',
    signedNames,
    createHash('sha256').update(bytes).digest('hex'),
  ].join('\n')
  const scope = `${date}/hunyuan/tc3_request`
  const hashed = createHash('sha256').update(canonical).digest('hex')
  const toSign = `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${hashed}`
  let key: string | Buffer = `TC3${secretOf(secretId)}`
  for (const part of [date, 'hunyuan', 'tc3_request']) key = createHmac('sha256', key).update(part).digest()
  const expected = createHmac('sha256', key).update(toSign).digest('hex')
  return expected === signature ? undefined : 'AuthFailure.SignatureFailure'
}
