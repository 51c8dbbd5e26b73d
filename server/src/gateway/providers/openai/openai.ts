import { addressOf, bearer, isCloudflareGateway, socketAddress } from '../openai-shaped/address.ts'
import { modelList } from '../openai-shaped/models.ts'
import { type EndpointOf, singleOperations, singlePaths } from '../openai-shaped/single.ts'
import type { Provider, SingleKind, Target } from '../provider.ts'
import { billingBalance } from './balance.ts'
import { goesToResponses, type Host, openAiChat } from './chat.ts'
import { openAiFailure } from './failure.ts'
import { nativeResponses } from './native-responses.ts'
import { foreignFields } from './rewrite-chat.ts'

const endpointOf: EndpointOf = (target, path) => ({
  url: addressOf(target, path),
  headers: {
    ...bearer(target),
    ...(target.openai_organization !== '' && { 'openai-organization': target.openai_organization }),
  },
})

/** Many channels of this type are other servers of the OpenAI format. Only OpenAI itself refuses unknown fields. */
const isOpenAiItself = (target: Target): boolean =>
  /^https:\/\/api\.openai\.com(?:[:/]|$)/i.test(target.base_url) ||
  (isCloudflareGateway(target) && target.base_url.endsWith('/openai'))

const host: Host = {
  endpointOf,
  quirks: (target) =>
    isOpenAiItself(target)
      ? { streamOptions: 'include_usage', reasoning: 'drop', dropsExtensions: true, droppedFields: foreignFields }
      : { streamOptions: 'include_usage', reasoning: 'keep' },
  ruleName: (_, target) => target.model,
}

/** Preview models of realtime need a beta header. */
const isPreview = (model: string): boolean => model.includes('realtime-preview')

export const openai: Provider = {
  chat: openAiChat(host),
  speaksOpenAi: true,
  prefersResponses: (request, target) => goesToResponses(host, request, target),
  native: { responses: nativeResponses(endpointOf) },
  single: singleOperations(Object.keys(singlePaths) as SingleKind[], endpointOf),
  realtime: (target) => {
    const { url, headers } = endpointOf(target, `/v1/realtime?model=${encodeURIComponent(target.model)}`)
    return {
      url: socketAddress(url),
      headers: { ...headers, ...(isPreview(target.model) && { 'openai-beta': 'realtime=v1' }) },
      protocols: ['realtime'],
    }
  },
  models: modelList(endpointOf),
  balance: billingBalance(endpointOf),
  tasks: ['video'],
  failure: openAiFailure,
}
