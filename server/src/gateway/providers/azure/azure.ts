import { familyOf } from '../../translate/openai-families.ts'
import { goesToResponses, type Host, openAiChat } from '../openai/chat.ts'
import { nativeResponses } from '../openai/native-responses.ts'
import { foreignFields } from '../openai/rewrite-chat.ts'
import { socketAddress } from '../openai-shaped/address.ts'
import { modelList } from '../openai-shaped/models.ts'
import { singleOperation, singlePaths } from '../openai-shaped/single.ts'
import type { Provider, SingleKind, SingleOperation, Target } from '../provider.ts'
import {
  azureAddress,
  chosenVersion,
  deploymentOf,
  realtimeAddress,
  requestsUsage,
  resourceAddress,
  responsesAddress,
} from './address.ts'
import { claude, isClaude, resourceOf } from './claude.ts'
import { credential } from './credential.ts'
import { azureFailure } from './failure.ts'

const host: Host = {
  endpointOf: (target, path) => ({
    url: path === '/v1/responses' ? responsesAddress(target, path) : azureAddress(target, path),
    headers: credential(target),
  }),
  quirks: (target) => ({
    streamOptions: requestsUsage(target) ? 'include_usage' : 'drop',
    reasoning: 'drop',
    dropsExtensions: true,
    droppedFields: foreignFields,
  }),
  // A deployment's name need not contain the model's; the client's name for the model usually does.
  ruleName: (request, target) => (familyOf(target.model) ? target.model : request.model),
}
const chat = openAiChat(host)

const kinds: readonly SingleKind[] = [
  'completions',
  'embeddings',
  'images',
  'image_edits',
  'speech',
  'transcriptions',
  'translations',
]
const single = (kind: SingleKind): SingleOperation => {
  const endpointOf = (target: Target) => ({ url: azureAddress(target, singlePaths[kind]), headers: credential(target) })
  const operation = singleOperation(kind, endpointOf, requestsUsage)
  return { ...operation, request: (request, target) => operation.request(request, deployed(target)) }
}

/** The body has the deployment's name too. */
const deployed = (target: Target): Target => ({ ...target, model: deploymentOf(target) })

/**
 * Azure cannot list deployments. These are the models that deployments may use; most deployments have a model's name.
 */
const models = modelList((target, path) => ({
  url: resourceAddress({ ...target, base_url: resourceOf(target.base_url) }, path),
  headers: credential(target),
}))

/** OpenAI's models in a customer's own cloud: the same format at other URLs. */
const openAiModels: Provider = {
  chat: { ...chat, request: (request, target) => chat.request(request, deployed(target)) },
  speaksOpenAi: true,
  chooses: chosenVersion,
  prefersResponses: (request, target) => goesToResponses(host, request, deployed(target)),
  native: {
    responses: nativeResponses((target, path, call) => ({
      url: responsesAddress(target, path, call.query['api-version']),
      headers: credential(target),
    })),
  },
  single: Object.fromEntries(kinds.map((kind) => [kind, single(kind)])),
  realtime: (target) => ({
    url: socketAddress(realtimeAddress(target)),
    headers: credential(target),
    protocols: ['realtime'],
  }),
  models,
  failure: azureFailure,
}

const claudeModels: Provider = { ...claude, models, failure: azureFailure }

/** A customer's resource in Microsoft's cloud: OpenAI's models, and Anthropic's in their own format. */
export const azure: Provider = {
  ...openAiModels,
  variant: (target) => (isClaude(target) ? claudeModels : openAiModels),
}
