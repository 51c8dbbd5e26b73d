import { isChannelAddress, modelVariable } from '@turnpike/contract/routing/channel'
import type { ChatMessage } from '../../forms/chat.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { billingBalance } from '../openai/balance.ts'
import { customNames, restoreCustomCalls } from '../openai/custom-tools.ts'
import { openAiFailure } from '../openai/failure.ts'
import { rewriteChat } from '../openai/rewrite-chat.ts'
import { bearer } from '../openai-shaped/address.ts'
import { fixedPath } from '../openai-shaped/fixed-path.ts'
import { modelList } from '../openai-shaped/models.ts'
import { shapedChat } from '../openai-shaped/openai-shaped.ts'
import { type EndpointOf, singleOperation, singlePaths } from '../openai-shaped/single.ts'
import type { Provider, SingleKind, Target } from '../provider.ts'

/** A model's name inside a URL: only characters that would end or break the URL are encoded. */
const encodeName = (model: string): string =>
  encodeURI(model.toWellFormed()).replace(/[?#&]/g, (character) => encodeURIComponent(character))

/** The base URL is the whole URL, the same for every kind of request. */
function addressFor({ base_url, model }: Pick<Target, 'base_url' | 'model'>): string {
  // Such a base URL can no longer be saved. One saved earlier would send the key to a host that the model's name
  // chooses.
  if (!isChannelAddress(base_url)) throw unsupported('the address of this channel is not usable')
  return fixedPath(base_url.replaceAll(modelVariable, () => encodeName(model)))
}

const endpointOf: EndpointOf<Target> = (target) => ({ url: addressFor(target), headers: bearer(target) })

// An unknown server may refuse unknown fields; the operator may declare that it does not.
const requestsUsage = (target: Target): boolean => target.setting.stream_options === true

const chat = shapedChat({
  request: (_, target) => ({ streamOptions: requestsUsage(target) ? 'include_usage' : 'drop', reasoning: 'keep' }),
  adjust(body, { tools }, { model }) {
    rewriteChat(body, model)
    body.messages = restoreCustomCalls(body.messages as ChatMessage[], customNames(tools))
  },
  keepsFunctions: true,
  endpointOf,
})

// A completion is sent as a chat, because most such URLs are chat endpoints.
const kinds = (Object.keys(singlePaths) as SingleKind[]).filter((kind) => kind !== 'completions')
const single = Object.fromEntries(
  kinds.map((kind) => [kind, singleOperation(kind, (target) => endpointOf(target, ''))]),
)

/** Account requests go to OpenAI's paths on the same host, whatever the chat URL is. */
const accountEndpoint: EndpointOf = (target, path) => ({ url: rootOf(target) + path, headers: bearer(target) })

const rootOf = ({ base_url }: Pick<Target, 'base_url'>): string => {
  const version = base_url.search(/\/v1(?:\/|$)/)
  return version === -1 ? (URL.parse(base_url)?.origin ?? base_url) : base_url.slice(0, version)
}

/** Any server that takes OpenAI's requests at a URL of its own. */
export const custom: Provider = {
  chat,
  single,
  models: modelList(accountEndpoint),
  balance: billingBalance(accountEndpoint),
  failure: openAiFailure,
}
