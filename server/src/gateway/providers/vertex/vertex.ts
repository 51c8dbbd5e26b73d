import { shapedChat } from '../openai-shaped/openai-shaped.ts'
import type { Provider, Target } from '../provider.ts'
import { access } from './access.ts'
import { headersOf, needsAccount, projectUrl } from './address.ts'
import { claudeModels } from './claude-models.ts'
import { embeddings } from './embeddings.ts'
import { vertexFailure } from './failure.ts'
import { geminiModels, isEndpoint } from './gemini-models.ts'
import { vertexModels } from './models.ts'
import { accountSecrets, isApiKey, readServiceAccount } from './service-account.ts'

/** Google names open models by their publisher and their own name. */
const openName = (model: string): string =>
  !model.includes('/') && model.startsWith('llama') ? `meta/${model}` : model

/** The setting `open_model_version` names the older API version. */
function endpointOf(target: Target, path: string) {
  needsAccount(target)
  const version = target.setting.open_model_version === 'v1beta1' ? 'v1beta1' : 'v1'
  return { url: projectUrl(target, `endpoints/openapi${path}`, version), headers: headersOf(target) }
}

/** Open models on Vertex, in OpenAI's format. */
const openModels: Omit<Provider, 'failure'> = {
  chat: shapedChat({
    chatPath: '/chat/completions',
    endpointOf,
    request: {
      developerToSystem: true,
      limitField: 'max_tokens',
      streamOptions: 'include_usage',
      reasoning: 'drop',
      dropsExtensions: true,
      droppedFields: ['parallel_tool_calls', 'store', 'metadata', 'verbosity', 'web_search_options', 'extra_body'],
    },
    adjust(body, _, { model }) {
      body.model = openName(model)
    },
  }),
}

/** Four formats, each available with a service account or, as far as Google allows, with an API key. */
const formats = {
  gemini: geminiModels,
  embeddings: { single: { embeddings } },
  claude: claudeModels,
  open: openModels,
} satisfies Record<string, Omit<Provider, 'failure'>>

const byKey = (format: Omit<Provider, 'failure'>): Provider => ({
  ...format,
  models: vertexModels,
  failure: vertexFailure,
})
const byAccount = (format: Omit<Provider, 'failure'>): Provider => ({ ...byKey(format), access })

function formatOf(model: string): keyof typeof formats {
  if (isEndpoint(model)) return 'gemini'
  if (model.startsWith('claude')) return 'claude'
  if (model.includes('llama') || model.endsWith('-maas') || model.includes('/')) return 'open'
  return /embedding/.test(model) ? 'embeddings' : 'gemini'
}

const keyProviders = mapped(byKey)
const accountProviders = mapped(byAccount)

function mapped(make: (format: Omit<Provider, 'failure'>) => Provider): Record<keyof typeof formats, Provider> {
  return {
    gemini: make(formats.gemini),
    embeddings: make(formats.embeddings),
    claude: make(formats.claude),
    open: make(formats.open),
  }
}

/** Google's Vertex AI: the model's name decides the publisher, and so the format. */
export const vertex: Provider = {
  variant({ key, model }: Target): Provider {
    if (isApiKey(key)) return keyProviders[formatOf(model)]
    readServiceAccount(key) // throws for a key of an unknown format
    return accountProviders[formatOf(model)]
  },
  secrets: ({ key }) => accountSecrets(key),
  failure: vertexFailure,
}
