import { isReasoningModel } from '../../translate/max-tokens-field.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
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

/** A resource's key has its own header; a directory token is a bearer token. Never both. */
const credential = ({ key }: Pick<Target, 'key'>): Record<string, string> =>
  key.startsWith('eyJ') ? { authorization: `Bearer ${key}` } : { 'api-key': key }

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
  ruleName: (request, target) => (isReasoningModel(target.model) ? target.model : request.model),
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

/** OpenAI's models in a customer's own cloud: the same format at other URLs. */
export const azure: Provider = {
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
  // Azure cannot list deployments. These are the models that deployments may use; most deployments have a model's name.
  models: modelList((target, path) => ({ url: resourceAddress(target, path), headers: credential(target) })),
  failure: (status, body, headers) => failureOf(status, body, headers, { DeploymentNotFound: 'no_model' }),
}
