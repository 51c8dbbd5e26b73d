import type { ChannelType } from '@turnpike/contract/channel-types'
import { generationOf as claudeGeneration } from '../../server/src/gateway/providers/anthropic/model-traits.ts'
import { familyOf } from '../../server/src/gateway/translate/openai-families.ts'

/** A type of an SDK whose members or values are compared, as an expression that TypeScript resolves. */
type TypeExpression = string

export type Sdk = {
  vendor: string
  /** The channel type whose adapter makes the requests that are compared. */
  type: ChannelType
  /** The SDK with the vendor's requests and events, and the package that lists its models. */
  packages: readonly string[]
  /** Folders below `gateway/` whose code reads and writes the format. */
  code: readonly string[]
  /** The SDK writes `maxTokens` for the `max_tokens` of requests. */
  isCamelCase?: true
  /** Request bodies, by operation: their fields are compared. */
  requests?: Readonly<Record<string, TypeExpression>>
  /** Names in streams. `ours` are those in our code that must still exist. */
  events?: { there: TypeExpression; ours?: RegExp }
  /** Flags of a header that switches features on. */
  betas?: { there: TypeExpression; ours: RegExp }
  /** Names of chat models. `provider` is their vendor in the shipped prices. */
  models?: { there: TypeExpression; provider?: string; hasTraits?(model: string): boolean }
}

const fields = (type: string): TypeExpression => `keyof ${type}`
const modelOf = (provider: string): TypeExpression => `ModelId<${provider}>`
const openAi = "import('openai').OpenAI"
const claude = "import('@anthropic-ai/sdk').Anthropic.Beta"
const bedrock = "import('@aws-sdk/client-bedrock-runtime')"
const responsesCode = ['dialects/responses', 'providers/openai', 'translate']
const chatCode = ['dialects/openai', 'providers/openai-shaped', 'translate']

export const sdks: readonly Sdk[] = [
  {
    vendor: 'OpenAI',
    type: 1,
    packages: ['openai'],
    code: [...chatCode, ...responsesCode],
    requests: {
      chat: fields(`${openAi}.ChatCompletionCreateParams`),
      responses: fields(`${openAi}.Responses.ResponseCreateParams`),
    },
    events: { there: `${openAi}.Responses.ResponseStreamEvent['type']`, ours: /^response(?:\.[a-z_]+)+$/ },
    models: {
      there: `${openAi}.ChatModel | ${openAi}.ResponsesModel`,
      provider: 'openai',
      hasTraits: (model) => familyOf(model) !== undefined,
    },
  },
  {
    vendor: 'Anthropic',
    type: 14,
    packages: ['@anthropic-ai/sdk', '@ai-sdk/anthropic'],
    code: ['dialects/anthropic', 'providers/anthropic', 'providers/aws', 'providers/vertex'],
    requests: { messages: fields(`${claude}.MessageCreateParams`) },
    events: { there: `${claude}.BetaRawMessageStreamEvent['type'] | ${claude}.BetaRawContentBlockDelta['type']` },
    betas: { there: `${claude}.AnthropicBeta`, ours: /^(?!bedrock|vertex)[a-z][a-z0-9-]+-20\d\d-\d\d-\d\d$/ },
    models: {
      there: `import('@anthropic-ai/sdk').Anthropic.Model | ${modelOf("import('@ai-sdk/anthropic').AnthropicProvider")}`,
      provider: 'anthropic',
      hasTraits: (model) => claudeGeneration(model).generation !== undefined,
    },
  },
  {
    vendor: 'Google',
    type: 24,
    packages: ['@google/genai', '@ai-sdk/google'],
    code: ['dialects/gemini', 'providers/gemini', 'providers/vertex'],
    requests: {
      generateContent: fields("import('@google/genai').GenerateContentConfig"),
      part: fields("import('@google/genai').Part"),
    },
    events: { there: fields("import('@google/genai').Candidate") },
    models: { there: modelOf("import('@ai-sdk/google').GoogleProvider"), provider: 'google' },
  },
  {
    vendor: 'Amazon Bedrock',
    type: 33,
    packages: ['@aws-sdk/client-bedrock-runtime'],
    code: ['providers/aws'],
    requests: { converse: fields(`${bedrock}.ConverseStreamRequest`) },
    events: { there: fields(`${bedrock}.ConverseStreamOutput`) },
  },
  {
    vendor: 'Cohere',
    type: 34,
    packages: ['cohere-ai', '@ai-sdk/cohere'],
    code: ['providers/cohere'],
    isCamelCase: true,
    requests: {
      chat: fields("import('cohere-ai').Cohere.V2ChatRequest | import('cohere-ai').Cohere.V2ChatStreamRequest"),
      embed: fields("import('cohere-ai').Cohere.V2EmbedRequest"),
      rerank: fields("import('cohere-ai').Cohere.V2RerankRequest"),
    },
    events: {
      there: "import('cohere-ai').Cohere.V2ChatStreamResponse['type']",
      ours: /^[a-z]+(?:-[a-z]+)*-(?:start|delta|end)$/,
    },
    models: { there: modelOf("import('@ai-sdk/cohere').CohereProvider"), provider: 'cohere' },
  },
  {
    vendor: 'Mistral',
    type: 42,
    packages: ['@mistralai/mistralai', '@ai-sdk/mistral'],
    code: ['providers/mistral', ...chatCode],
    requests: { chat: fields("import('@mistralai/mistralai/models/components').ChatCompletionRequest$Outbound") },
    models: { there: modelOf("import('@ai-sdk/mistral').MistralProvider"), provider: 'mistral' },
  },
  {
    vendor: 'Groq',
    type: 1000,
    packages: ['groq-sdk', '@ai-sdk/groq'],
    code: ['providers/openai-hosts', ...chatCode],
    requests: { chat: fields("import('groq-sdk/resources/chat/completions').ChatCompletionCreateParams") },
    models: { there: modelOf("import('@ai-sdk/groq').GroqProvider") },
  },
  {
    vendor: 'Together AI',
    type: 1001,
    packages: ['together-ai', '@ai-sdk/togetherai'],
    code: ['providers/openai-hosts', ...chatCode],
    requests: { chat: fields("import('together-ai').Together.Chat.CompletionCreateParams") },
    models: { there: modelOf("import('@ai-sdk/togetherai').TogetherAIProvider") },
  },
  {
    vendor: 'Perplexity',
    type: 27,
    packages: ['@perplexity-ai/perplexity_ai', '@ai-sdk/perplexity'],
    code: ['providers/openai-hosts', ...chatCode],
    requests: { chat: fields("import('@perplexity-ai/perplexity_ai').Perplexity.Chat.CompletionCreateParams") },
    models: { there: modelOf("import('@ai-sdk/perplexity').PerplexityProvider") },
  },
  {
    vendor: 'OpenRouter',
    type: 20,
    packages: ['@openrouter/sdk'],
    code: ['providers/openai-hosts', ...chatCode],
    requests: { chat: fields("import('@openrouter/sdk/models').ChatRequest$Outbound") },
  },
  {
    vendor: 'Cerebras, as a custom channel',
    type: 8,
    packages: ['@cerebras/cerebras_cloud_sdk'],
    code: ['providers/custom', ...chatCode],
    requests: { chat: fields("import('@cerebras/cerebras_cloud_sdk').Cerebras.Chat.CompletionCreateParams") },
  },
  {
    vendor: 'Ollama',
    type: 4,
    packages: ['ollama'],
    code: ['providers/ollama'],
    requests: {
      chat: fields("import('ollama').ChatRequest"),
      options: fields("import('ollama').Options"),
      embed: fields("import('ollama').EmbedRequest"),
    },
  },
  {
    vendor: 'Fireworks AI',
    type: 1002,
    packages: ['@ai-sdk/fireworks'],
    code: ['providers/openai-hosts'],
    models: { there: modelOf("import('@ai-sdk/fireworks').FireworksProvider") },
  },
  {
    vendor: 'xAI',
    type: 48,
    packages: ['@ai-sdk/xai'],
    code: ['providers/openai-hosts'],
    models: { there: modelOf("import('@ai-sdk/xai').XaiProvider") },
  },
  {
    vendor: 'DeepSeek',
    type: 43,
    packages: ['@ai-sdk/deepseek'],
    code: ['providers/deepseek'],
    models: { there: modelOf("import('@ai-sdk/deepseek').DeepSeekProvider"), provider: 'deepseek' },
  },
  {
    vendor: 'Moonshot',
    type: 25,
    packages: ['@ai-sdk/moonshotai'],
    code: ['providers/moonshot'],
    models: { there: modelOf("import('@ai-sdk/moonshotai').MoonshotAIProvider"), provider: 'moonshot' },
  },
  {
    vendor: 'Alibaba',
    type: 17,
    packages: ['@ai-sdk/alibaba'],
    code: ['providers/qwen'],
    models: { there: modelOf("import('@ai-sdk/alibaba').AlibabaProvider"), provider: 'alibaba' },
  },
]
