import { type ChannelType, isChannelType } from '@turnpike/contract/channel-types'
import type { HostName } from './openai-hosts/hosts.ts'
import type { Provider } from './provider.ts'

const host = (name: HostName) => async () => (await import('./openai-hosts/hosts.ts')).providerOf(name)

/** The module of each channel type's provider. A channel type without a provider does not compile. */
const loaders: Readonly<Record<ChannelType, () => Promise<Provider>>> = {
  1: async () => (await import('./openai/openai.ts')).openai,
  2: async () => (await import('./midjourney/midjourney.ts')).midjourneyProxy,
  3: async () => (await import('./azure/azure.ts')).azure,
  4: async () => (await import('./ollama/ollama.ts')).ollama,
  5: async () => (await import('./midjourney/midjourney.ts')).midjourneyPlus,
  8: async () => (await import('./custom/custom.ts')).custom,
  11: async () => (await import('./palm/palm.ts')).palm,
  14: async () => (await import('./anthropic/anthropic.ts')).anthropic,
  15: async () => (await import('./baidu/baidu.ts')).baidu,
  16: async () => (await import('./zhipu/chatglm.ts')).chatglm,
  17: async () => (await import('./qwen/qwen.ts')).qwen,
  18: async () => (await import('./spark/spark.ts')).spark,
  19: async () => (await import('./zhinao/zhinao.ts')).zhinao,
  20: host('openrouter'),
  21: async () => (await import('./aiproxy/aiproxy.ts')).aiProxy,
  22: async () => (await import('./fastgpt/fastgpt.ts')).fastgpt,
  23: async () => (await import('./hunyuan/hunyuan.ts')).hunyuan,
  24: async () => (await import('./gemini/gemini.ts')).gemini,
  25: async () => (await import('./moonshot/moonshot.ts')).moonshot,
  26: async () => (await import('./zhipu/zhipu.ts')).zhipu,
  27: host('perplexity'),
  31: async () => (await import('./yi/yi.ts')).yi,
  33: async () => (await import('./aws/aws.ts')).aws,
  34: async () => (await import('./cohere/cohere.ts')).cohere,
  35: async () => (await import('./minimax/minimax.ts')).minimax,
  36: async () => (await import('./suno/suno.ts')).suno,
  37: async () => (await import('./dify/dify.ts')).dify,
  38: async () => (await import('./jina/jina.ts')).jina,
  39: async () => (await import('./cloudflare/cloudflare.ts')).cloudflare,
  40: async () => (await import('./siliconcloud/siliconcloud.ts')).siliconcloud,
  41: async () => (await import('./vertex/vertex.ts')).vertex,
  42: async () => (await import('./mistral/mistral.ts')).mistral,
  43: async () => (await import('./deepseek/deepseek.ts')).deepseek,
  45: host('volcengine'),
  47: host('xinference'),
  48: host('xai'),
  49: async () => (await import('./coze/coze.ts')).coze,
  58: async () => (await import('./advanced-custom/advanced-custom.ts')).advancedCustom,
  59: async () => (await import('./gateways/sub2api.ts')).sub2api,
  60: async () => (await import('./gateways/new-api.ts')).newApi,
  1000: host('groq'),
  1001: host('together'),
  1002: host('fireworks'),
  1003: host('lmstudio'),
  1004: host('cerebras'),
  1005: host('nvidia'),
  1006: host('huggingface'),
  1007: host('vllm'),
  1008: host('sglang'),
}

const loaded = new Map<ChannelType, Provider>()

/** Loads the providers of these types. Most installations use a few types, and loading all slows down the start. */
export async function loadProviders(types: Iterable<number>): Promise<void> {
  const missing = new Set([...types].filter(isChannelType).filter((type) => !loaded.has(type)))
  await Promise.all([...missing].map(async (type) => loaded.set(type, await loaders[type]())))
}

/** The provider of a type that is loaded. */
export function loadedProvider(type: ChannelType): Provider {
  const provider = loaded.get(type)
  if (!provider) throw new Error(`the provider of channel type ${type} is not loaded`)
  return provider
}
