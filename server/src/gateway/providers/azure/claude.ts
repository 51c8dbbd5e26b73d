import type { JsonObject } from '../../forms/chat.ts'
import { bareModel } from '../../translate/max-tokens-field.ts'
import { readMessage } from '../anthropic/message-response.ts'
import { createMessageDecoder } from '../anthropic/message-stream.ts'
import { messagesBody } from '../anthropic/messages-body.ts'
import { messagesRequest } from '../anthropic/messages-request.ts'
import { nativeMessages } from '../anthropic/native.ts'
import { chatResponses } from '../chat-responses.ts'
import type { Provider, Target, UpstreamRequest } from '../provider.ts'
import { credential } from './credential.ts'

const isClaudeName = (model: string | undefined): model is string =>
  model !== undefined && bareModel(model).startsWith('claude')

/** The base URL names the path that serves Claude alone. */
const namesClaude = /\/anthropic(?:\/v1)?$/

/** Whether this deployment is one of Anthropic's models, which Azure serves in Anthropic's format. */
export const isClaude = ({ model, base_url }: Pick<Target, 'model' | 'base_url'>): boolean =>
  isClaudeName(model) || namesClaude.test(base_url)

/** The customer's resource, whichever of its paths the base URL names. */
export const resourceOf = (base_url: string): string => base_url.replace(namesClaude, '')

/** Only one of a resource's hosts serves Claude. */
const claudeRoot = (base_url: string): string =>
  `${resourceOf(base_url).replace(/\.(?:openai|cognitiveservices)\.azure\.com$/, '.services.ai.azure.com')}/anthropic`

/** Rules depend on the model, and a deployment may have any name; the client's name for the model usually tells it. */
const ruleName = ({ model, requestedModel }: Target): string =>
  !isClaudeName(model) && isClaudeName(requestedModel) ? requestedModel : model

/** The same request with the credential and the name of the deployment. */
function toFoundry({ headers, body, ...request }: UpstreamRequest, target: Target): UpstreamRequest {
  const { 'x-api-key': _, ...rest } = headers
  return {
    ...request,
    headers: { ...rest, ...credential(target, 'x-api-key') },
    // Anthropic's requests have a JSON body.
    body: { ...(body as JsonObject), model: target.model },
  }
}

const atFoundry = (target: Target): Target => ({
  ...target,
  base_url: claudeRoot(target.base_url),
  model: ruleName(target),
})

/**
 * Anthropic's models in Microsoft Foundry: the path, the credentials and the token count are those of
 * @anthropic-ai/foundry-sdk and learn.microsoft.com/azure/foundry/foundry-models/how-to/use-foundry-models-claude, read
 * 2026-11-18.
 */
export const claude: Omit<Provider, 'failure' | 'models'> = {
  chat: {
    request(request, target) {
      const at = atFoundry(target)
      const { body, betas } = messagesBody(request, at.model, target.setting)
      return toFoundry(messagesRequest(body, at, betas), target)
    },
    ...chatResponses({ response: readMessage, stream: createMessageDecoder }),
  },
  native: {
    anthropic: {
      ...nativeMessages,
      request: (body, target, call) => toFoundry(nativeMessages.request(body, atFoundry(target), call), target),
    },
  },
  countsTokens: 'anthropic',
}
