import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChannelType, channelTypeOrder, channelTypes } from '@turnpike/contract/channel-types'
import { openaiDialect } from '../../server/src/gateway/dialects/openai/openai-dialect.ts'
import { BadRequest } from '../../server/src/gateway/forms/bad-request.ts'
import type { JsonObject } from '../../server/src/gateway/forms/chat.ts'
import { UpstreamFailure } from '../../server/src/gateway/forms/failure.ts'
import { loadedProvider, loadProviders } from '../../server/src/gateway/providers/registry.ts'
import { testTarget } from '../../server/src/gateway/providers/testing.ts'
import { type Body, errorsOfBodies, modulesWith } from './compile-requests.ts'
import { sampleChats } from './sample-chats.ts'

// What the adapter of a vendor makes of chats must be a request of the type in the vendor's own SDK. SDKs that are no
// dependency of this project are those that `npm run vendors` has installed; without them their vendors are left out.
type Vendor = {
  package: string
  type: ChannelType
  models: readonly string[]
  request: string
  key?: string
  /** Chats with features that OpenAI's SDK does not have. */
  chats?: Readonly<Record<string, JsonObject>>
}

const google = "import('@google/genai')"
const messages = "import('@anthropic-ai/sdk').Anthropic.Beta.MessageCreateParams"
const bedrock = "import('@aws-sdk/client-bedrock-runtime')"
const cohere = "import('./node_modules/cohere-ai/dist/serialization/resources/v2/client/requests"
const awsKey = 'AK|SK|us-east-1'
const cached = { cache_control: { type: 'ephemeral' } }
const question = { role: 'user', content: [{ type: 'text', text: 'Why?', ...cached }] }
const thought = { type: 'thinking', thinking: 'Hm.', signature: 'bedrock:c2lnbmVk' }
const redacted = { type: 'thinking', thinking: '', signature: 'bedrock:redacted:c2VjcmV0' }
const vendors: readonly Vendor[] = [
  {
    package: 'openai',
    type: 1,
    models: ['gpt-4.1', 'o3', 'gpt-5.6'],
    // A chat goes to the Responses endpoint if the model requires it. Its fields without a value may be left out.
    request:
      "import('openai').OpenAI.ChatCompletionCreateParams | Loose<import('openai').OpenAI.Responses.ResponseCreateParams>",
  },
  { package: 'openai', type: 3, models: ['gpt-4.1'], request: "import('openai').OpenAI.ChatCompletionCreateParams" },
  // The SDK has dropped the sampling parameters, which older models still take.
  {
    package: '@anthropic-ai/sdk',
    type: 14,
    models: ['claude-sonnet-4-5'],
    request: `${messages} & { temperature?: number; top_p?: number }`,
  },
  { package: '@anthropic-ai/sdk', type: 14, models: ['claude-opus-4-8', 'claude-opus-5'], request: messages },
  {
    package: '@google/genai',
    type: 24,
    models: ['gemini-2.5-flash', 'gemini-3.8-flash'],
    request: `AnyCase<{
      contents: ${google}.Content[];
      systemInstruction?: ${google}.Content;
      tools?: ${google}.Tool[];
      toolConfig?: ${google}.ToolConfig;
      safetySettings?: ${google}.SafetySetting[];
      generationConfig?: ${google}.GenerationConfig;
    }>`,
  },
  {
    package: '@mistralai/mistralai',
    type: 42,
    models: ['mistral-large-latest', 'magistral-medium-latest'],
    request: "Loose<import('@mistralai/mistralai/models/components').ChatCompletionRequest$Outbound>",
  },
  // stream_options is not in the SDK, but in recorded requests that Groq accepted, https://github.com/anomalyco/opencode
  // packages/llm/test/fixtures/recordings/openai-compatible-chat/groq-llama-3-3-70b-drives-a-tool-loop.json.
  {
    package: 'groq-sdk',
    type: 1000,
    models: ['openai/gpt-oss-120b'],
    request:
      "import('groq-sdk/resources/chat/completions').ChatCompletionCreateParams & { stream_options?: { include_usage: boolean } }",
  },
  // Assumed: Together ignores the two fields that its SDK does not have.
  {
    package: 'together-ai',
    type: 1001,
    models: ['openai/gpt-oss-120b'],
    request:
      "Loose<import('together-ai').Together.Chat.CompletionCreateParams> & { user?: string; parallel_tool_calls?: boolean }",
  },
  {
    package: '@perplexity-ai/perplexity_ai',
    type: 27,
    models: ['sonar-pro'],
    request: "import('@perplexity-ai/perplexity_ai').Perplexity.Chat.CompletionCreateParams",
  },
  // The package does not export the types of its JSON, so they are named by their file.
  {
    package: 'cohere-ai',
    type: 34,
    models: ['command-a-03-2025', 'command-a-reasoning-08-2025'],
    request: `(${cohere}/V2ChatRequest.js').V2ChatRequest.Raw | ${cohere}/V2ChatStreamRequest.js').V2ChatStreamRequest.Raw) & { stream: boolean }`,
  },
  {
    package: '@aws-sdk/client-bedrock-runtime',
    type: 33,
    key: awsKey,
    models: [
      'amazon.nova-2-lite-v1:0',
      'meta.llama4-scout-17b-instruct-v1:0',
      'mistral.mistral-large-3-675b-instruct',
      'openai.gpt-oss-120b-1:0',
    ],
    // The model is in the path.
    request: `Wire<Omit<${bedrock}.ConverseRequest | ${bedrock}.ConverseStreamRequest, 'modelId'>>`,
    chats: {
      cached: { messages: [{ role: 'system', content: 'Be brief.', ...cached }, question], ...cached },
      thoughts: {
        messages: [question, { role: 'assistant', content: 'So.', thinking_blocks: [thought, redacted] }, question],
      },
    },
  },
  // The bodies of InvokeModel are bytes to Bedrock's SDK. Claude's are Anthropic's but for these fields:
  // docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html.
  {
    package: '@anthropic-ai/sdk',
    type: 33,
    key: awsKey,
    models: ['anthropic.claude-opus-4-8'],
    request: `Omit<${messages}, 'model' | 'stream'> & { anthropic_version: 'bedrock-2023-05-31'; anthropic_beta?: string[] }`,
    chats: { cached: { messages: [{ role: 'system', content: 'Be brief.', ...cached }, question] } },
  },
  {
    package: '@cerebras/cerebras_cloud_sdk',
    type: 1004,
    models: ['gpt-oss-120b', 'zai-glm-4.6'],
    request: "import('@cerebras/cerebras_cloud_sdk').Cerebras.Chat.CompletionCreateParams",
  },
  {
    package: '@openrouter/sdk',
    type: 20,
    models: ['openai/gpt-5.5'],
    request: "Loose<import('@openrouter/sdk/models').ChatRequest$Outbound>",
  },
  // Assumed: Ollama ignores the ids of calls if it does not have them, as the SDK does not.
  {
    package: 'ollama',
    type: 4,
    models: ['qwen3'],
    request: `Loose<Omit<import('ollama').ChatRequest, 'messages'> & {
      messages: (Omit<import('ollama').Message, 'tool_calls'> & {
        tool_call_id: string;
        tool_calls: (import('ollama').ToolCall & { id: string })[];
      })[];
    }>`,
  },
]

await loadProviders(channelTypeOrder)

/** What the adapter sends for each chat. Chats that it refuses are left out. */
function bodiesOf({ type, key = 'k', chats }: Vendor, model: string): Body[] {
  const target = testTarget({ type, key, base_url: channelTypes[type].defaultBaseUrl, model })
  const provider = loadedProvider(type)
  const { chat } = provider.variant?.(target) ?? provider
  assert.ok(chat)
  return Object.entries({ ...sampleChats, ...chats }).flatMap(([from, sample]) => {
    try {
      return [{ from, body: chat.request(openaiDialect.request({ ...sample, model }, model), target).body }]
    } catch (error) {
      if (error instanceof BadRequest || error instanceof UpstreamFailure) return []
      throw error
    }
  })
}

for (const vendor of vendors) {
  const modules = modulesWith(vendor.package)
  if (!modules) continue
  for (const model of vendor.models)
    test(`${channelTypes[vendor.type].label}: chats with ${model} become requests of the type in ${vendor.package}`, () => {
      const bodies = bodiesOf(vendor, model)
      assert.ok(bodies.length >= 5)
      assert.deepEqual(errorsOfBodies(modules, vendor.request, bodies), [])
    })
}

test('a field that the type does not have is an error', () => {
  const modules = modulesWith('openai')
  assert.ok(modules)
  const body = { model: 'm', messages: [{ role: 'user', content: 'q' }] }
  for (const wrapped of ['', 'AnyCase', 'Loose', 'Wire']) {
    const type = "import('openai').OpenAI.ChatCompletionCreateParams"
    const errors = errorsOfBodies(modules, wrapped === '' ? type : `${wrapped}<${type}>`, [
      { from: 'good', body },
      { from: 'top', body: { ...body, made_up: 1 } },
      { from: 'inner', body: { ...body, messages: [{ role: 'user', content: 'q', made_up: 1 }] } },
    ])
    assert.deepEqual(
      errors.map((error) => error.slice(0, error.indexOf(':'))),
      ['top', 'inner'],
      wrapped,
    )
  }
})
