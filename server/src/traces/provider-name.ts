import { type ChannelType, channelTypes } from '@turnpike/contract/channel-types'

/** The values of `gen_ai.provider.name` that the conventions list. */
const named: Partial<Record<ChannelType, string>> = {
  1: 'openai',
  3: 'azure.ai.openai',
  14: 'anthropic',
  24: 'gcp.gemini',
  27: 'perplexity',
  33: 'aws.bedrock',
  34: 'cohere',
  41: 'gcp.vertex_ai',
  42: 'mistral_ai',
  43: 'deepseek',
  48: 'x_ai',
  1000: 'groq',
}

/** Others are named after the label of their channel type, in the same style. */
export const providerName = (type: ChannelType): string =>
  named[type] ?? channelTypes[type].label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
