import { shapedChat } from '../openai-shaped/openai-shaped.ts'
import type { Provider, Target } from '../provider.ts'
import { headersOf, needsAccount, projectUrl } from './address.ts'

/** Google knows open models by the name of their maker and their own. */
const openName = (model: string): string =>
  !model.includes('/') && model.startsWith('llama') ? `meta/${model}` : model

/** The setting `open_model_version` names the older version of the API. */
function reach(target: Target, path: string) {
  needsAccount(target)
  const version = target.setting.open_model_version === 'v1beta1' ? 'v1beta1' : 'v1'
  return { url: projectUrl(target, `endpoints/openapi${path}`, version), headers: headersOf(target) }
}

/** Open models on Vertex, in OpenAI's format. */
export const openModels: Omit<Provider, 'failure'> = {
  chat: shapedChat({
    chatPath: '/chat/completions',
    reach,
    request: {
      developerToSystem: true,
      limitField: 'max_tokens',
      streamOptions: 'ask',
      reasoning: 'drop',
      dropsExtensions: true,
      droppedFields: ['parallel_tool_calls', 'store', 'metadata', 'verbosity', 'web_search_options', 'extra_body'],
    },
    adjust(body, _, { model }) {
      body.model = openName(model)
    },
  }),
}
