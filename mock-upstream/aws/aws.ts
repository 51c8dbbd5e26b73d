import type { Call, Handler, Vendor } from '../exchange/call.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { awsError } from './errors.ts'
import { countTokens, invoke, invokeStream } from './invoke.ts'
import { checkSignature, keyOf } from './signature.ts'

const actions: Record<string, Handler> = {
  invoke,
  'invoke-with-response-stream': invokeStream,
  'count-tokens': countTokens,
}

const foundationModels = ({ query }: Call): MockResponse => {
  const ids = [
    'anthropic.claude-3-haiku-20240307-v1:0',
    'anthropic.claude-sonnet-4-5-20250929-v1:0',
    'amazon.nova-pro-v1:0',
  ]
  const provider = query.get('byProvider')
  return json({
    modelSummaries: ids
      .filter((id) => provider === null || id.startsWith(`${provider}.`))
      .map((modelId) => ({ modelId, providerName: 'Anthropic', modelLifecycle: { status: 'ACTIVE' } })),
  })
}

/** Pages of two, so that a client has to request the next one. */
const inferenceProfiles = ({ query }: Call): MockResponse => {
  const ids = [
    'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    'global.anthropic.claude-opus-5-5',
    'us.meta.llama4-scout-17b-instruct-v1:0',
  ]
  const start = Number(query.get('nextToken') ?? 0)
  return json({
    inferenceProfileSummaries: ids
      .slice(start, start + 2)
      .map((inferenceProfileId) => ({ inferenceProfileId, status: 'ACTIVE', type: 'SYSTEM_DEFINED' })),
    ...(start + 2 < ids.length && { nextToken: String(start + 2) }),
  })
}

const modelPath = /^\/model\/([^/]+)\/([a-z-]+)$/

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Amazon Bedrock, limited to Anthropic's models. */
export const aws: Vendor = {
  name: 'aws',
  keyOf,
  modelOf: (path) => decoded(modelPath.exec(path)?.[1] ?? ''),
  authenticate: (call) => checkSignature(call, '/aws'),
  refuse: awsError,
  find(method, path) {
    if (method === 'GET' && path === '/foundation-models') return foundationModels
    if (method === 'GET' && path === '/inference-profiles') return inferenceProfiles
    const action = modelPath.exec(path)?.[2]
    return method === 'POST' && action !== undefined ? actions[action] : undefined
  },
}
