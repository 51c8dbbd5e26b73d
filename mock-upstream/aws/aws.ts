import type { Call, Handler, Vendor } from '../exchange/call.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { converse, converseStream } from './converse.ts'
import { embed } from './embed.ts'
import { awsError } from './errors.ts'
import { countTokens, invoke, invokeStream } from './invoke.ts'
import { checkSignature, keyOf } from './signature.ts'

const actions: Record<string, Handler> = {
  invoke: (call) => embed(call) ?? invoke(call),
  'invoke-with-response-stream': invokeStream,
  converse,
  'converse-stream': converseStream,
  'count-tokens': countTokens,
}

// The shapes of FoundationModelSummary and InferenceProfileSummary in @aws-sdk/client-bedrock 3.1161.0, read 2026-11-18.
const listed: [id: string, output: string, inference: string][] = [
  ['anthropic.claude-3-haiku-20240307-v1:0', 'TEXT', 'ON_DEMAND'],
  ['anthropic.claude-3-haiku-20240307-v1:0:200k', 'TEXT', 'PROVISIONED'],
  ['anthropic.claude-sonnet-4-5-20250929-v1:0', 'TEXT', 'INFERENCE_PROFILE'],
  ['amazon.nova-pro-v1:0', 'TEXT', 'ON_DEMAND'],
  ['amazon.nova-pro-v1:0:24k', 'TEXT', 'PROVISIONED'],
  ['amazon.nova-canvas-v1:0', 'IMAGE', 'ON_DEMAND'],
  ['amazon.titan-embed-text-v2:0', 'EMBEDDING', 'ON_DEMAND'],
  ['cohere.rerank-v3-5:0', 'TEXT', 'ON_DEMAND'],
  ['openai.gpt-oss-120b-1:0', 'TEXT', 'ON_DEMAND'],
]

const foundationModels = ({ query }: Call): MockResponse => {
  const provider = query.get('byProvider')
  const modality = query.get('byOutputModality')
  return json({
    modelSummaries: listed
      .filter(([id]) => provider === null || id.startsWith(`${provider}.`))
      .filter(([, output]) => modality === null || modality === output)
      .map(([modelId, output, inference]) => ({
        modelArn: `arn:aws:bedrock:us-east-1::foundation-model/${modelId}`,
        modelId,
        providerName: modelId.split('.', 1)[0],
        outputModalities: [output],
        inferenceTypesSupported: [inference],
        modelLifecycle: { status: 'ACTIVE' },
      })),
  })
}

/** Pages of two, so that a client has to request the next one. */
const inferenceProfiles = ({ query }: Call): MockResponse => {
  const ids = [
    'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    'global.anthropic.claude-opus-5-5',
    'us.meta.llama4-scout-17b-instruct-v1:0',
    'us.example.new-model-v1:0',
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

/** Amazon Bedrock: InvokeModel for Claude and for embeddings, Converse for every model. */
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
