import { type Call, isWrongKey, type Vendor } from '../exchange/call.ts'
import { given, type JsonObject } from '../exchange/json.ts'
import { dataFrame, eventStream, json, type MockResponse, Refusal } from '../exchange/response.ts'
import { completionFor } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'
import { readChat } from '../openai/read-chat.ts'
import { wantsThinking } from '../openai/style-chat.ts'
import { finishReasons, toolCallDeltas, toolCallsOf } from '../openai/write-chat.ts'

const customError = (status: number, message: string): Refusal => new Refusal(status, { msg: message, status })

/** A self-made server: chat at any path, as little of OpenAI's format as clients need, no usage and no end marker. */
function chat(call: Call): MockResponse {
  const { body } = call
  if (given(body, 'stream_options')) throw customError(400, 'stream_options is not known here')
  if (!Array.isArray(body.messages) || body.messages.length === 0) throw customError(400, 'messages is empty')
  const response = completionFor({ ...readChat(body), thinks: wantsThinking(body) }, call.counts)
  const callId = (ordinal: number) => `custom-${call.serial}-${ordinal}`
  const finish_reason = finishReasons[response.finish]
  if (body.stream !== true) {
    const message: JsonObject = { role: 'assistant', content: response.calls.length > 0 ? null : response.text }
    if (response.thinking !== '') message.reasoning = response.thinking
    if (response.calls.length > 0) message.tool_calls = toolCallsOf(response, callId)
    return json({ choices: [{ message, finish_reason }] })
  }
  const deltas: JsonObject[] = [
    ...splitText(response.thinking).map((reasoning) => ({ reasoning })),
    ...splitText(response.text).map((content) => ({ content })),
    ...toolCallDeltas(response, callId),
  ]
  const frames = deltas.map((delta) => dataFrame({ choices: [{ delta }] }))
  return eventStream([...frames, dataFrame({ choices: [{ delta: {}, finish_reason }] })], (status, message) =>
    dataFrame(customError(status, message).body),
  )
}

export const custom: Vendor = {
  name: 'custom',
  authenticate({ key }) {
    if (isWrongKey(key)) throw customError(401, 'wrong key')
  },
  refuse: customError,
  find: (method) => (method === 'POST' ? chat : undefined),
}
