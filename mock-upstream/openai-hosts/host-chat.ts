import { absentModel, type Call } from '../exchange/call.ts'
import { given, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { dataFrame, eventStream, json, type MockResponse, type Refusal } from '../exchange/response.ts'
import type { Completion } from '../model/completion.ts'
import { checkMessages } from '../openai/message-rules.ts'
import { checkStreamOptions } from '../openai/parameter-rules.ts'
import { styleChat, wantsThinking } from '../openai/style-chat.ts'
import { checkTools } from '../openai/tool-rules.ts'
import { chatChunks, chatCompletion } from '../openai/write-chat.ts'
import type { ChatRules } from './host-rules.ts'

type Refuse = (status: number, message: string) => Refusal

export function hostChat(call: Call, rules: ChatRules, refuse: Refuse): MockResponse {
  const { body, model } = call
  checkHostChat(body, model, rules, refuse)
  const { thinkingField } = rules
  const styled = styleChat(call, {
    thinks: (rules.thinks ?? wantsThinking)(body, model),
    ...(thinkingField !== 'tags' && { thinkingField }),
    choices: Number(body.n ?? 1),
    usage: rules.usage,
    usageIn: rules.usageIn,
    extra: rules.extra?.(call),
  })
  const writing = thinkingField === 'tags' ? { ...styled, responses: styled.responses.map(withTags) } : styled
  if (body.stream !== true) return json(chatCompletion(writing))
  const frames = chatChunks(writing)
  return eventStream(rules.frames?.(frames, writing) ?? frames, (status, message) =>
    dataFrame(rules.failure?.(status, message) ?? refuse(status, message).body),
  )
}

const withTags = (response: Completion): Completion =>
  response.thinking === ''
    ? response
    : { ...response, text: `<think>\n${response.thinking}\n</think>\n\n${response.text}` }

function checkHostChat(body: JsonObject, model: string, rules: ChatRules, refuse: Refuse): void {
  if (model === '') throw refuse(400, 'model is required')
  if (model === absentModel) throw refuse(404, `The model ${model} does not exist`)
  const gone = rules.goneFields?.find((name) => given(body, name))
  if (gone !== undefined) throw refuse(410, `${gone} is deprecated`)
  const problem = problemOf(body, rules) ?? rules.problemOf?.(body, model)
  if (problem !== undefined) throw refuse(400, problem)
  checkMessages(body, {
    userParts: ['text', ...(rules.parts ?? ['image_url'])],
    imageUrl: /^(https?:\/\/|data:image\/[\w.+-]+;base64,)/,
  })
  checkStreamOptions(body)
  checkTools(body)
}

const usualRanges: ChatRules['ranges'] = {
  temperature: [0, 2],
  top_p: [0, 1],
  presence_penalty: [-2, 2],
  frequency_penalty: [-2, 2],
}

function problemOf(body: JsonObject, rules: ChatRules): string | undefined {
  const { fields, refusedFields = [], refusedMessageFields = [], roles, isTextOnly } = rules
  const names = Object.keys(body).filter((name) => given(body, name))
  const unknown = names.find((name) => (fields && !fields.includes(name)) || refusedFields.includes(name))
  if (unknown !== undefined) return `property '${unknown}' is unsupported`
  for (const [name, [min, max]] of Object.entries({ ...usualRanges, ...rules.ranges })) {
    const value = body[name]
    if (typeof value === 'number' && (value < min || value > max)) return `${name} must be from ${min} to ${max}`
  }
  if (given(body, 'max_tokens') && given(body, 'max_completion_tokens'))
    return 'max_tokens and max_completion_tokens are both set'
  for (const [index, message] of objectsIn(body.messages).entries()) {
    if (roles && !roles.includes(textOf(message.role))) return `messages.${index}.role: '${message.role}' is unknown`
    if (isTextOnly && Array.isArray(message.content)) return `messages.${index}.content: expected a string`
    const foreign = refusedMessageFields.find((name) => given(message, name))
    if (foreign !== undefined) return `property 'messages.${index}.${foreign}' is unsupported`
  }
  return undefined
}
