import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChannelType, channelTypeOrder } from '@turnpike/contract/channel-types'
import type { ChatRequest, JsonObject } from '../forms/chat.ts'
import type { Target } from './provider.ts'
import { loadedProvider, loadProviders } from './registry.ts'
import { testTarget } from './testing.ts'

// How upstreams that are not held to a JSON schema, or whose JSON mode reads the prompt, get a request for JSON.
type Case = {
  name: string
  source: string
  type: ChannelType
  target?: Partial<Target>
  /** What is sent for a schema and for any object: the body's field, or none. */
  field?: string
  schema: unknown
  object: unknown
  /** The schema is written into the prompt. */
  writesSchema: boolean
}

const schema = { type: 'object', properties: { a: { type: 'integer' } } }
const schemaFormat = { type: 'json_schema', json_schema: { name: 'n', schema } }
const objectFormat = { type: 'json_object' }

const cases: Case[] = [
  {
    name: 'DeepSeek',
    source: 'documented: https://api-docs.deepseek.com/guides/json_mode, read 2026-11-18',
    type: 43,
    schema: objectFormat,
    object: objectFormat,
    writesSchema: true,
  },
  {
    name: 'Zhipu',
    source: 'documented: https://docs.z.ai/guides/capabilities/struct-output, read 2026-11-18',
    type: 26,
    schema: objectFormat,
    object: objectFormat,
    writesSchema: true,
  },
  {
    name: 'MiniMax',
    source: 'recorded: https://github.com/MiniMax-AI/MiniMax-M2.5/issues/4, read 2026-11-18',
    type: 35,
    target: { model: 'MiniMax-M3' },
    schema: undefined,
    object: undefined,
    writesSchema: true,
  },
  {
    name: 'Moonshot',
    source: 'documented: https://platform.kimi.ai/docs/guide/use-json-mode-feature-of-kimi-api, read 2026-11-18',
    type: 25,
    target: { model: 'kimi-k3' },
    schema: schemaFormat,
    object: objectFormat,
    writesSchema: false,
  },
  {
    name: 'Qwen',
    source: 'documented: https://www.alibabacloud.com/help/en/model-studio/qwen-structured-output, read 2026-11-18',
    type: 17,
    target: { model: 'qwen-plus' },
    schema: schemaFormat,
    object: objectFormat,
    writesSchema: false,
  },
  {
    name: 'Qwen without schemas',
    source: 'documented: the list of models in @ai-sdk/alibaba 2.0.58, read 2026-11-18',
    type: 17,
    target: { model: 'qwen3.6-plus' },
    schema: objectFormat,
    object: objectFormat,
    writesSchema: true,
  },
  {
    name: "Qwen's own format",
    source: 'documented: https://www.alibabacloud.com/help/en/model-studio/qwen-structured-output, read 2026-11-18',
    type: 17,
    target: { model: 'qwen-plus', setting: { dashscope_native: true } },
    field: 'parameters.response_format',
    schema: schemaFormat,
    object: objectFormat,
    writesSchema: false,
  },
  {
    name: 'SiliconCloud',
    source: 'documented: https://docs.siliconflow.cn/en/userguide/guides/json-mode_struct, read 2026-11-18',
    type: 40,
    schema: schemaFormat,
    object: objectFormat,
    writesSchema: false,
  },
  {
    name: 'Mistral',
    source:
      'documented: https://docs.mistral.ai/capabilities/structured-output/structured_output_overview/, read 2026-11-18',
    type: 42,
    schema: schemaFormat,
    object: objectFormat,
    writesSchema: false,
  },
  {
    name: 'Cohere',
    source: 'documented: https://docs.cohere.com/reference/chat, response_format, read 2026-11-18',
    type: 34,
    schema: { type: 'json_object', json_schema: schema },
    object: objectFormat,
    writesSchema: false,
  },
  {
    name: 'Spark over HTTP',
    source: 'documented: https://www.xfyun.cn/doc/spark/HTTP%E8%B0%83%E7%94%A8%E6%96%87%E6%A1%A3.html, read 2026-11-18',
    type: 18,
    target: { key: 'password', model: 'Spark-Max' },
    schema: objectFormat,
    object: objectFormat,
    writesSchema: true,
  },
  {
    name: 'Spark over a WebSocket',
    source: 'assumed: no document that was read names a format, 2026-11-18',
    type: 18,
    target: { key: 'a|b|c', model: 'Spark-Max' },
    schema: undefined,
    object: undefined,
    writesSchema: true,
  },
  {
    name: 'Baidu with an older key',
    source: 'assumed: no document that was read names another format than a JSON object, 2026-11-18',
    type: 15,
    target: { key: 'id|secret', token: 'T', model: 'ERNIE-4.0-8K' },
    schema: 'json_object',
    object: 'json_object',
    writesSchema: true,
  },
  {
    name: 'Tencent with an older key',
    source: 'assumed: no document that was read names a format, 2026-11-18',
    type: 23,
    target: { key: '1|id|secret', model: 'hunyuan-lite' },
    schema: undefined,
    object: undefined,
    writesSchema: true,
  },
]

await loadProviders(channelTypeOrder)

function bodyOf({ type, target }: Case, fields: Partial<ChatRequest>): JsonObject {
  const at = testTarget({ type, base_url: 'https://upstream.example', ...target })
  const provider = loadedProvider(type)
  const { chat } = provider.variant?.(at) ?? provider
  const request: ChatRequest = { model: at.model, messages: [{ role: 'user', content: 'q' }], ...fields }
  return JSON.parse(JSON.stringify(chat?.request(request, at).body))
}

const fieldOf = (body: JsonObject, path = 'response_format'): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as JsonObject)[name], body)

/** Everything but the format, where the prompt is. */
const promptOf = (body: JsonObject, path = 'response_format'): string => {
  const format = JSON.stringify(fieldOf(body, path))
  return format === undefined ? JSON.stringify(body) : JSON.stringify(body).replace(format, '')
}

for (const each of cases) {
  test(`${each.name}: a schema is sent as a format, or written into the prompt`, () => {
    const body = bodyOf(each, { response_format: schemaFormat })
    assert.deepEqual(fieldOf(body, each.field), each.schema)
    const written = JSON.stringify(JSON.stringify(schema)).slice(1, -1)
    assert.equal(promptOf(body, each.field).includes(written), each.writesSchema)
  })
  test(`${each.name}: the prompt of JSON mode says JSON`, () => {
    const body = bodyOf(each, { response_format: objectFormat })
    assert.deepEqual(fieldOf(body, each.field), each.object)
    assert.match(promptOf(body, each.field), /JSON object only/)
  })
  test(`${each.name}: text needs no instruction`, () => {
    assert.doesNotMatch(promptOf(bodyOf(each, { response_format: { type: 'text' } })), /JSON/)
    assert.doesNotMatch(promptOf(bodyOf(each, {})), /JSON/)
  })
}

// https://docs.cohere.com/reference/chat, read 2026-11-18: no format beside tools or documents.
test('Cohere gets an instruction beside tools and documents', () => {
  const cohere = cases.find(({ type }) => type === 34) as Case
  const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }]
  for (const fields of [{ tools }, { documents: [{ data: { text: 'd' } }] }]) {
    const body = bodyOf(cohere, { response_format: schemaFormat, ...fields })
    assert.equal(body.response_format, undefined)
    assert.match(JSON.stringify(body), /It must match this JSON schema/)
  }
})
