import { isInteger, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { signatureOf } from './converse-reasoning.ts'
import { awsError, validation } from './errors.ts'

// What Converse takes: the types of @aws-sdk/client-bedrock-runtime 3.1162.0 (ConverseRequest and what it holds), and
// the messages of its validation as users reported them, each beside its rule. Read 2026-11-18.
const fields = new Set(
  (
    'messages system inferenceConfig toolConfig guardrailConfig additionalModelRequestFields promptVariables ' +
    'additionalModelResponseFieldPaths requestMetadata performanceConfig serviceTier outputConfig'
  ).split(' '),
)
const blockKinds = new Set(
  'text image document video audio toolUse toolResult guardContent cachePoint reasoningContent citationsContent searchResult'.split(
    ' ',
  ),
)
const resultKinds = new Set('json text image document video searchResult'.split(' '))
const formats: Readonly<Record<string, string>> = {
  image: 'gif jpeg png webp',
  document: 'csv doc docx html md pdf txt xls xlsx',
  video: 'flv mkv mov mp4 mpeg mpg three_gp webm wmv',
  audio: 'aac flac m4a mka mkv mp3 mp4 mpeg mpga ogg opus pcm wav webm x-aac',
}

export function checkConversation(body: JsonObject, model: string, isStream: boolean): void {
  const unknown = Object.keys(body).find((name) => !fields.has(name))
  if (unknown !== undefined) throw validation(`${unknown}: unknown member of the request`)
  const messages = objectsIn(body.messages)
  if (messages.length === 0) throw validation('messages: Member must not be null')
  for (const block of objectsIn(body.system))
    checkBlock(block, 'system', new Set(['text', 'cachePoint', 'guardContent']))
  checkTurns(messages)
  for (const [at, message] of messages.entries()) checkMessage(message, at, model)
  checkDocuments(messages)
  checkCachePoints(body, model)
  checkTools(body, messages, model, isStream)
  checkInference(body.inferenceConfig)
  checkModelFields(body, model)
}

/** "A conversation must start with a user message", "… must alternate between user and assistant roles". */
function checkTurns(messages: JsonObject[]): void {
  if (messages[0]?.role !== 'user')
    throw validation(
      'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
    )
  for (const [at, { role }] of messages.entries()) {
    if (role !== 'user' && role !== 'assistant') throw validation(`messages.${at}.role: must be user or assistant`)
    if (at > 0 && role === messages[at - 1]?.role)
      throw validation(
        'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.',
      )
    const results = idsIn(messages[at], 'toolResult')
    const calls = at === 0 ? [] : idsIn(messages[at - 1], 'toolUse')
    const missing = calls.filter((id) => !results.includes(id))
    if (role === 'user' && missing.length > 0)
      throw validation(`Expected toolResult blocks at messages.${at}.content for the following Ids: ${missing}`)
    if (role === 'user' && results.length > calls.length)
      throw validation(
        `The number of toolResult blocks at messages.${at}.content exceeds the number of toolUse blocks of previous turn.`,
      )
  }
}

const blocksIn = (message: JsonObject | undefined): JsonObject[] => objectsIn(message?.content)
const idsIn = (message: JsonObject | undefined, kind: string): string[] =>
  blocksIn(message).flatMap((block) => (isObject(block[kind]) ? [textOf(block[kind].toolUseId)] : []))

function checkMessage(message: JsonObject, at: number, model: string): void {
  const blocks = blocksIn(message)
  const path = `messages.${at}.content`
  if (blocks.length === 0) throw validation(`The content field in the Message object at messages.${at} is empty.`)
  for (const [index, block] of blocks.entries()) {
    checkBlock(block, `${path}.${index}`, blockKinds)
    if (isObject(block.reasoningContent)) checkReasoning(block.reasoningContent, `${path}.${index}`, model)
  }
  // NousResearch/hermes-agent issue 105780
  if (blocks.every(({ reasoningContent }) => reasoningContent !== undefined))
    throw validation(`${path}: a turn cannot consist of reasoning alone`)
  const isTool = ({ toolUse, toolResult }: JsonObject) => toolUse !== undefined || toolResult !== undefined
  // browser-use/browser-use issue 710, strands-agents/harness-sdk issue 1223: Llama and Mistral.
  if (/llama|mistral/.test(model) && blocks.some(isTool) && !blocks.every(isTool))
    throw validation(
      `${path}: Conversation blocks and tool ${message.role === 'user' ? 'result' : 'use'} blocks cannot be provided in the same turn.`,
    )
  // The comment of Message.content in the SDK.
  const isMedia = ({ image, document }: JsonObject) => image !== undefined || document !== undefined
  if (message.role !== 'user' && blocks.some(isMedia)) throw validation(`${path}: only the user can send media`)
  // The comment of ToolResultContentBlock.image in the SDK.
  if (!/nova|claude/.test(model) && blocks.some(hasPictureInResult))
    throw validation(`${path}: This model doesn't support images in tool results.`)
  if (blocks.some(({ document }) => document !== undefined) && !blocks.some(({ text }) => text !== undefined))
    throw validation(`${path}: a text is required beside a document`)
  for (const id of [...idsIn(message, 'toolUse'), ...idsIn(message, 'toolResult')]) {
    const pattern = /mistral/.test(model) ? /^[a-zA-Z0-9]{9}$/ : /^[a-zA-Z0-9_.:-]{1,64}$/
    if (!pattern.test(id)) throw validation(`${path}: the toolUseId ${id} does not satisfy the pattern`)
  }
}

const hasPictureInResult = ({ toolResult }: JsonObject): boolean =>
  isObject(toolResult) && objectsIn(toolResult.content).some(({ image }) => image !== undefined)

function checkBlock(block: JsonObject, path: string, kinds: ReadonlySet<string>): void {
  const [kind = '', ...others] = Object.keys(block)
  if (others.length > 0 || !kinds.has(kind)) throw validation(`${path}: must have exactly one known member`)
  const inner = block[kind]
  if (kind === 'text') {
    if (textOf(inner).trim() === '')
      throw validation(
        `The text field in the ContentBlock object at ${path} is blank. Add text to the text field, and try again.`,
      )
    return
  }
  if (!isObject(inner)) throw validation(`${path}.${kind}: must be an object`)
  const known = formats[kind]
  if (known !== undefined) {
    const bytes = isObject(inner.source) ? textOf(inner.source.bytes) : ''
    if (!known.split(' ').includes(textOf(inner.format)) || bytes === '')
      throw validation(`${path}.${kind}: bad format or source`)
    if (!/^[A-Za-z0-9+/]+=*$/.test(bytes)) throw validation(`${path}.${kind}.source.bytes: not base64`)
  }
  if (kind === 'toolUse' && !isObject(inner.input)) throw validation(`${path}.toolUse.input: must be an object`)
  if (kind === 'toolResult') {
    const content = objectsIn(inner.content)
    for (const [index, each] of content.entries()) checkBlock(each, `${path}.toolResult.content.${index}`, resultKinds)
  }
}

/**
 * BerriAI/litellm pull request 39210; for Nova NousResearch/hermes-agent issue 97281 (tools) and aws-samples/bedrock-engineer
 * pull request 71 (results). At most four, for five minutes:
 * docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html. Read 2026-11-19.
 */
function checkCachePoints(body: JsonObject, model: string): void {
  const refused = (pointer: string) =>
    validation(
      `Malformed input request: #/${pointer}: extraneous key [cachePoint] is not permitted, please reformat your input and try again.`,
    )
  const lists: [string, JsonObject[]][] = [
    ['system', objectsIn(body.system)],
    ...objectsIn(body.messages).map((message, at): [string, JsonObject[]] => [`messages/${at}`, blocksIn(message)]),
    ['toolConfig/tools', objectsIn(isObject(body.toolConfig) ? body.toolConfig.tools : undefined)],
  ]
  const points = lists.flatMap(([pointer, blocks]) =>
    blocks.flatMap(({ cachePoint }, at) => (isObject(cachePoint) ? [{ pointer, blocks, at, cachePoint }] : [])),
  )
  if (points.length > 0 && !/nova/.test(model))
    throw awsError(
      403,
      'You invoked an unsupported model or your request did not allow prompt caching. See the documentation for more information.',
    )
  for (const { pointer, blocks, at, cachePoint } of points) {
    const isBehindResult = blocks[at - 1]?.toolResult !== undefined
    if (at === 0 || isBehindResult || pointer === 'toolConfig/tools') throw refused(`${pointer}/${at}`)
    if (cachePoint.type !== 'default' || cachePoint.ttl === '1h') throw validation('cachePoint: bad type or ttl')
  }
  if (points.length > 4) throw validation('too many cache points')
}

/** The comment of ReasoningTextBlock.signature in the SDK; DeepSeek: langchain-ai/langchain-aws issue 401. */
function checkReasoning(reasoning: JsonObject, path: string, model: string): void {
  if (/deepseek/.test(model))
    throw validation(
      'User messages cannot contain reasoning content. Please remove the reasoning content and try again.',
    )
  const { reasoningText } = reasoning
  if (!isObject(reasoningText) || reasoningText.signature !== signatureOf(textOf(reasoningText.text)))
    throw validation(`${path}.reasoningContent.reasoningText.signature: Invalid signature`)
}

/** The comment of DocumentBlock.name in the SDK; equal names are refused. */
function checkDocuments(messages: JsonObject[]): void {
  const names = messages.flatMap((message) =>
    blocksIn(message).flatMap(({ document }) => (isObject(document) ? [textOf(document.name)] : [])),
  )
  for (const name of names)
    if (!/^[a-zA-Z0-9()[\]-]+( [a-zA-Z0-9()[\]-]+)*$/.test(name))
      throw validation(`The document name ${name} is invalid`)
  if (new Set(names).size < names.length) throw validation('Documents have the same name')
}

function checkTools(body: JsonObject, messages: JsonObject[], model: string, isStream: boolean): void {
  const config = isObject(body.toolConfig) ? body.toolConfig : undefined
  const called = messages.some((message) => blocksIn(message).some(({ toolUse, toolResult }) => toolUse ?? toolResult))
  // patriceckhart/zot pull request 18
  if (!config && called)
    throw validation('The toolConfig field must be defined when using toolUse and toolResult content blocks.')
  if (!config) return
  // earendil-works/pi issue 3739
  if (isStream && /llama/.test(model)) throw validation("This model doesn't support tool use in streaming mode.")
  if (/deepseek\.r1/.test(model)) throw validation("This model doesn't support tool use.")
  const tools = objectsIn(config.tools)
  if (tools.length === 0) throw validation('toolConfig.tools: Member must have length greater than or equal to 1')
  for (const { toolSpec } of tools) {
    if (!isObject(toolSpec) || !/^[a-zA-Z0-9_-]{1,64}$/.test(textOf(toolSpec.name)))
      throw validation('toolSpec.name is invalid')
    if (toolSpec.description === '')
      throw validation('toolSpec.description: Member must have length greater than or equal to 1')
    const schema = isObject(toolSpec.inputSchema) ? toolSpec.inputSchema.json : undefined
    if (!isObject(schema) || schema.type !== 'object')
      throw validation(
        'The value at toolConfig.tools.0.toolSpec.inputSchema.json.type must be one of the following: object.',
      )
  }
  const [choice, ...others] = Object.keys(isObject(config.toolChoice) ? config.toolChoice : { auto: {} })
  if (others.length > 0 || !['auto', 'any', 'tool'].includes(choice ?? ''))
    throw validation('toolConfig.toolChoice: unknown member')
  // Forcing: `supports_tool_choice` of the rows of litellm, and Nova's documents.
  if (choice !== 'auto' && /llama|mistral\.(?!devstral)|palmyra|gemma/.test(model))
    throw validation(
      `This model doesn't support the toolConfig.toolChoice.${choice} field. Remove toolConfig.toolChoice.${choice} and try again.`,
    )
}

/** The ranges of InferenceConfiguration in the API reference. */
function checkInference(config: unknown): void {
  if (config === undefined) return
  if (!isObject(config)) throw validation('inferenceConfig: must be an object')
  for (const [name, value] of Object.entries(config)) {
    if (name === 'maxTokens' && isInteger(value, 1)) continue
    if ((name === 'temperature' || name === 'topP') && typeof value === 'number' && value >= 0 && value <= 1) continue
    if (name === 'stopSequences' && Array.isArray(value) && value.every((each) => textOf(each) !== '')) continue
    throw validation(`inferenceConfig.${name}: Value ${JSON.stringify(value)} failed to satisfy constraint`)
  }
}

/** docs.aws.amazon.com/nova/latest/nova2-userguide/request-response-schema.html; gpt-oss: @ai-sdk/amazon-bedrock 4.0.186. */
function checkModelFields({ additionalModelRequestFields: more, inferenceConfig }: JsonObject, model: string): void {
  for (const [name, value] of Object.entries(isObject(more) ? more : {})) {
    if (name === 'reasoning_effort' && /gpt-oss/.test(model) && /^(low|medium|high)$/.test(textOf(value))) continue
    if (name === 'reasoningConfig' && /nova-2/.test(model) && isObject(value)) {
      const isHigh = value.maxReasoningEffort === 'high'
      const isSet =
        isObject(inferenceConfig) && ['temperature', 'topP', 'maxTokens'].some((each) => each in inferenceConfig)
      if (!(isHigh && isSet)) continue
    }
    if (name === 'reasoning' && /openai\.gpt-\d/.test(model) && isObject(value)) continue
    throw validation(
      `Malformed input request: extraneous key [${name}] is not permitted, please reformat your input and try again.`,
    )
  }
}

export const reasonsOf = ({ additionalModelRequestFields: more }: JsonObject, model: string): boolean => {
  if (/gpt-oss|deepseek\.r1|thinking/.test(model)) return true
  const config = isObject(more) ? more.reasoningConfig : undefined
  return isObject(config) && config.type === 'enabled'
}
