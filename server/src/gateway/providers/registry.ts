import { type ChannelType, isChannelType } from '@turnpike/contract/channel-types'
import type { Provider } from './provider.ts'
import { unsupportedProvider } from './unsupported-provider.ts'

const unsupported = async () => unsupportedProvider

/** Where the provider of each channel type is. A channel type without a provider does not compile. */
const loaders: Readonly<Record<ChannelType, () => Promise<Provider>>> = {
  1: async () => (await import('./openai/openai.ts')).openai,
  2: unsupported,
  3: async () => (await import('./azure/azure.ts')).azure,
  4: async () => (await import('./ollama/ollama.ts')).ollama,
  5: unsupported,
  8: async () => (await import('./custom/custom.ts')).custom,
  11: unsupported,
  14: async () => (await import('./anthropic/anthropic.ts')).anthropic,
  15: async () => (await import('./baidu/baidu.ts')).baidu,
  16: unsupported,
  17: async () => (await import('./qwen/qwen.ts')).qwen,
  18: async () => (await import('./spark/spark.ts')).spark,
  19: unsupported,
  20: unsupported,
  21: unsupported,
  22: unsupported,
  23: async () => (await import('./hunyuan/hunyuan.ts')).hunyuan,
  24: async () => (await import('./gemini/gemini.ts')).gemini,
  25: async () => (await import('./moonshot/moonshot.ts')).moonshot,
  26: unsupported,
  27: unsupported,
  31: unsupported,
  33: unsupported,
  34: unsupported,
  35: unsupported,
  36: unsupported,
  37: unsupported,
  38: unsupported,
  39: unsupported,
  40: async () => (await import('./siliconcloud/siliconcloud.ts')).siliconcloud,
  41: unsupported,
  42: async () => (await import('./mistral/mistral.ts')).mistral,
  43: async () => (await import('./deepseek/deepseek.ts')).deepseek,
  45: unsupported,
  47: unsupported,
  48: unsupported,
  1000: unsupported,
  1001: unsupported,
  1002: unsupported,
  1003: unsupported,
}

const loaded = new Map<ChannelType, Provider>()

/** Loads what these types need. Most installations use a few types, and loading them all would slow down every start. */
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
