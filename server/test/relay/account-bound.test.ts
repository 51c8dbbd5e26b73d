import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useRelay } from '../harness/relay-harness.ts'
import { eventsIn, type Loose, send } from './send.ts'

const relay = useRelay('sqlite')
const accounts = 4
const rounds = 6
const model = 'gemini-3-flash-preview'
const calling = 'Please call weather with {"city":"Oslo"} now.'
const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

type Format = {
  path(isStream: boolean): string
  /** The first request, or the one that returns the result of the tool call in the first response. */
  body(response: Loose[] | undefined, isStream: boolean): object
}

const user = { role: 'user', content: calling }
const toolCallsIn = (responses: Loose[]): Loose[] =>
  responses.flatMap(({ choices }) => choices?.[0]?.delta?.tool_calls ?? choices?.[0]?.message?.tool_calls ?? [])
const blocksIn = (responses: Loose[]): Loose[] => {
  const [whole] = responses
  if (whole?.content) return whole.content
  const blocks: Loose[] = []
  for (const { type, index, content_block, delta } of responses) {
    if (type === 'content_block_start') blocks[index] = { ...content_block }
    if (delta?.type === 'signature_delta') blocks[index].signature = (blocks[index].signature ?? '') + delta.signature
    if (delta?.type === 'thinking_delta') blocks[index].thinking += delta.thinking
    if (delta?.type === 'text_delta') blocks[index].text += delta.text
    if (delta?.type === 'input_json_delta') blocks[index].json = (blocks[index].json ?? '') + delta.partial_json
  }
  return blocks.map(({ json, ...block }) => (json === undefined ? block : { ...block, input: JSON.parse(json) }))
}

const formats: Record<string, Format> = {
  chat: {
    path: () => '/v1/chat/completions',
    body(responses, stream) {
      const tools = [{ type: 'function', function: { name: 'weather', parameters: city } }]
      if (!responses) return { model, stream, tools, messages: [user] }
      const tool_calls = toolCallsIn(responses).map(({ index: _, ...call }) => call)
      const result = { role: 'tool', tool_call_id: tool_calls[0].id, content: 'four degrees' }
      return { model, stream, tools, messages: [user, { role: 'assistant', content: null, tool_calls }, result] }
    },
  },
  messages: {
    path: () => '/v1/messages',
    body(responses, stream) {
      const tools = [{ name: 'weather', input_schema: city }]
      const thinking = { type: 'enabled', budget_tokens: 2000 }
      const settings = { model, stream, tools, max_tokens: 4000, thinking }
      if (!responses) return { ...settings, messages: [user] }
      const content = blocksIn(responses)
      const { id } = content.find(({ type }) => type === 'tool_use')
      const result = { type: 'tool_result', tool_use_id: id, content: 'four degrees' }
      return { ...settings, messages: [user, { role: 'assistant', content }, { role: 'user', content: [result] }] }
    },
  },
  gemini: {
    path: (isStream) => `/v1beta/models/${model}:${isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body(responses) {
      const sent = { role: 'user', parts: [{ text: calling }] }
      const tools = [{ functionDeclarations: [{ name: 'weather', parameters: city }] }]
      if (!responses) return { tools, contents: [sent] }
      const parts = responses.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])
      const { functionCall } = parts.find((part: Loose) => part.functionCall)
      const { id, name } = functionCall
      const result = { functionResponse: { id, name, response: { result: 'four degrees' } } }
      return { tools, contents: [sent, { role: 'model', parts }, { role: 'user', parts: [result] }] }
    },
  },
}

describe('the signatures that Gemini gives with its calls', () => {
  for (const [name, format] of Object.entries(formats))
    for (const isStream of [false, true])
      test(`never go to an account that did not give them: ${name}${isStream ? ', streamed' : ''}`, async () => {
        const here = relay.place()
        for (let each = 0; each < accounts; each++)
          await here.channel({ type: 24, models: model, base_url: relay.mock.urlOf('gemini') })
        const { key } = await here.key()
        const call = async (responses?: Loose[]): Promise<Loose[]> => {
          const body = format.body(responses, isStream)
          const { status, text, json } = await send(relay, format.path(isStream), { key, body })
          assert.equal(status, 200, text)
          return isStream ? eventsIn(text) : [json]
        }
        for (let round = 0; round < rounds; round++) {
          await call(await call())
          const [began, went] = here.sent().slice(-2)
          const signatures = JSON.stringify(went?.body).match(/"thoughtSignature":"[^"]+"/g) ?? []
          assert.ok(signatures.length > 0)
          const isBypass = signatures.every((each) => each.includes('skip_thought_signature_validator'))
          assert.equal(isBypass, began?.key !== went?.key, 'its own signature, where the account is the same')
        }
      })
})

describe('the reasoning that OpenAI seals', () => {
  const gpt = 'gpt-5.1'
  for (const isStream of [false, true])
    test(`goes back to the account that sealed it, and to no other${isStream ? ', streamed' : ''}`, async () => {
      const here = relay.place()
      for (let each = 0; each < accounts; each++) await here.channel({ models: gpt })
      const { key } = await here.key()
      const settings = {
        model: gpt,
        stream: isStream,
        store: false,
        include: ['reasoning.encrypted_content'],
        reasoning: { effort: 'low', summary: 'auto' },
      }
      const request = { role: 'user', content: 'hello' }
      const call = async (input: Loose[]): Promise<Loose[]> => {
        const { status, text, json } = await send(relay, '/v1/responses', { key, body: { ...settings, input } })
        assert.equal(status, 200, text)
        return (isStream ? eventsIn(text).at(-1).response : json).output
      }
      for (let round = 0; round < rounds; round++) {
        const output = await call([request])
        assert.ok(output.some(({ encrypted_content }) => encrypted_content))
        await call([request, ...output, { role: 'user', content: 'and?' }])
        const [began, went] = here.sent().slice(-2)
        const hasReasoning = JSON.stringify(went?.body).includes('"encrypted_content":"sealed.')
        assert.equal(hasReasoning, began?.key === went?.key)
        assert.doesNotMatch(JSON.stringify(went?.body), /"encrypted_content":"tp/)
      }
    })
})
