import type { Provider } from '../provider.ts'
import { claudeModels } from './claude.ts'
import { converseModels } from './converse/converse.ts'
import { embeddingModels } from './embeddings.ts'
import { bedrockFailure, failureIn } from './failure.ts'
import { familyNameOf } from './model-id.ts'
import { bedrockModels } from './models.ts'

const complete = (format: Omit<Provider, 'failure'>): Provider => ({
  ...format,
  models: bedrockModels,
  failure: bedrockFailure,
  failureIn,
})

/** Claude keeps Anthropic's own format, embeddings have their vendor's, and Converse has one for all other models. */
const claude = complete(claudeModels)
const embeddings = complete(embeddingModels)
const converse = complete(converseModels)

/** Amazon Bedrock: the model's name decides the format. */
export const aws: Provider = {
  variant(target) {
    const name = familyNameOf(target)
    if (name.includes('claude')) return claude
    return /embed/.test(name) ? embeddings : converse
  },
  failure: bedrockFailure,
}
