import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { secretOf } from '../../../mock-upstream/aws/signature.ts'
import { type GivenChannel, useRelay } from '../harness/relay-harness.ts'
import { eventsIn, type Loose, send } from './send.ts'

const relay = useRelay('sqlite', {}, ({ options }) =>
  options({
    ModelRatio: JSON.stringify({
      'llama3.1:8b': 1,
      'house-model': 1,
      'claude-opus-4-6': 1,
      'amazon.nova-lite-v1:0': 1,
      'meta.llama4-scout-17b-instruct-v1:0': 1,
    }),
  }),
)

const bedrock = (): GivenChannel => ({
  type: 33,
  keyOf: (name) => `${name}|${secretOf(name)}|us-east-1`,
  base_url: relay.mock.urlOf('aws'),
})

type Upstream = { model: string; channel: () => GivenChannel }
const upstreams: Record<string, Upstream> = {
  OpenAI: { model: 'gpt-4o', channel: () => ({}) },
  Azure: { model: 'gpt-4o', channel: () => ({ type: 3, base_url: relay.mock.urlOf('azure'), other: 'preview' }) },
  Anthropic: { model: 'claude-sonnet-4-5', channel: () => ({ type: 14, base_url: relay.mock.urlOf('anthropic') }) },
  'Gemini 2.5': { model: 'gemini-2.5-flash', channel: () => ({ type: 24, base_url: relay.mock.urlOf('gemini') }) },
  'Gemini 3': { model: 'gemini-3-flash-preview', channel: () => ({ type: 24, base_url: relay.mock.urlOf('gemini') }) },
  'Claude on Bedrock': { model: 'claude-opus-4-6', channel: bedrock },
  'Nova on Bedrock': { model: 'amazon.nova-lite-v1:0', channel: bedrock },
  'Llama on Bedrock': { model: 'meta.llama4-scout-17b-instruct-v1:0', channel: bedrock },
  Ollama: { model: 'llama3.1:8b', channel: () => ({ type: 4, base_url: relay.mock.urlOf('ollama') }) },
  'a custom server': {
    model: 'house-model',
    channel: () => ({ type: 8, base_url: `${relay.mock.urlOf('custom')}/talk/{model}` }),
  },
  Moonshot: { model: 'kimi-k2-0905-preview', channel: () => ({ type: 25, base_url: relay.mock.urlOf('moonshot') }) },
  Mistral: { model: 'mistral-large-latest', channel: () => ({ type: 42, base_url: relay.mock.urlOf('mistral') }) },
  DeepSeek: { model: 'deepseek-chat', channel: () => ({ type: 43, base_url: relay.mock.urlOf('deepseek') }) },
}

const object = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: names,
  additionalProperties: false,
})
const fn = (name: string, ...fields: string[]) => ({
  type: 'function',
  name,
  description: `Does ${name}.`,
  strict: false,
  parameters: object(...fields),
})
const agents = {
  type: 'namespace',
  name: 'multi_agent_v1',
  description: 'Tools for spawning and managing sub-agents.',
  tools: [fn('close_agent', 'target'), fn('spawn_agent', 'message')],
}
const search = {
  type: 'tool_search',
  execution: 'client',
  description: 'Searches over deferred tools.',
  parameters: object('query'),
}
const message = (role: string, text: string) => ({
  type: 'message',
  role,
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
})

/** A turn as Codex sends it. The pretend model calls what it is told to by the name that it knows. */
const turn = (model: string, input: object[], tools: object[]) => ({
  model,
  stream: true,
  input: [message('developer', 'You are a coding agent.'), ...input],
  ...(tools.length > 0 && { tools }),
  tool_choice: 'auto',
  parallel_tool_calls: true,
  reasoning: { summary: 'auto' },
  store: false,
  include: ['reasoning.encrypted_content'],
  prompt_cache_key: '01a1e045',
  client_metadata: { session_id: '01a1e045' },
})
const toolsOfCodex = [
  fn('exec_command', 'cmd'),
  agents,
  fn('get_goal'),
  { type: 'custom', name: 'apply_patch', description: 'Edits files.', format: { type: 'text' } },
  { type: 'web_search', external_web_access: true },
]
const closing = message(
  'user',
  'Please call multi_agent_v1__close_agent with {"target":"a1"} or call multi_agent_v1.close_agent with {"target":"a1"}',
)

for (const [name, { model, channel }] of Object.entries(upstreams))
  describe(`Codex on ${name}`, () => {
    async function given() {
      const here = relay.place()
      await here.channel({ models: model, ...channel() })
      const { key } = await here.key()
      const call = async (input: object[], tools: object[]): Promise<Loose[]> => {
        const { status, text } = await send(relay, '/v1/responses', { key, body: turn(model, input, tools) })
        assert.equal(status, 200, text)
        return eventsIn(text)
      }
      return { here, call }
    }
    const calledIn = (events: Loose[]): Loose =>
      events.findLast(({ type, item }) => type === 'response.output_item.done' && /_call$/.test(item.type))?.item
    const textIn = (events: Loose[]): string =>
      events.map(({ type, delta }) => (type === 'response.output_text.delta' ? delta : '')).join('')

    test('calls a tool of a namespace by the names that Codex gave, and understands its result', async () => {
      const { call: request } = await given()
      const events = await request([closing], toolsOfCodex)
      const call = calledIn(events)
      assert.deepEqual(
        [call.type, call.namespace, call.name, JSON.parse(call.arguments)],
        ['function_call', 'multi_agent_v1', 'close_agent', { target: 'a1' }],
      )
      const { output } = events.at(-1).response
      assert.deepEqual(output.at(-1), call)
      const result = { type: 'function_call_output', call_id: call.call_id, output: 'closed it' }
      assert.match(textIn(await request([closing, ...output, result], toolsOfCodex)), /said: .*closed it/)
    })

    test('is given the tools that stand among its items', async () => {
      const { call: request } = await given()
      const added = { type: 'additional_tools', role: 'developer', tools: [agents] }
      const call = calledIn(await request([added, closing], []))
      assert.deepEqual([call.namespace, call.name], ['multi_agent_v1', 'close_agent'])
    })

    test('searches for tools and calls what it found', async () => {
      const { call: request } = await given()
      const searching = message('user', 'Please call tool_search with {"query":"agents"}')
      const call = calledIn(await request([searching], [search]))
      assert.deepEqual([call.type, call.execution, call.arguments], ['tool_search_call', 'client', { query: 'agents' }])
      const found = {
        type: 'tool_search_output',
        call_id: call.call_id,
        execution: 'client',
        status: 'completed',
        tools: [agents],
      }
      const called = calledIn(
        await request([searching, call, found, message('assistant', 'Found.'), closing], [search]),
      )
      assert.deepEqual([called.namespace, called.name], ['multi_agent_v1', 'close_agent'])
    })
  })
