import type { ChannelType } from '@turnpike/contract/channel-types'
import { anthropic } from './anthropic/anthropic.ts'
import { azure } from './azure/azure.ts'
import { custom } from './custom/custom.ts'
import { deepseek } from './deepseek/deepseek.ts'
import { gemini } from './gemini/gemini.ts'
import { mistral } from './mistral/mistral.ts'
import { moonshot } from './moonshot/moonshot.ts'
import { ollama } from './ollama/ollama.ts'
import { openai } from './openai/openai.ts'
import type { Provider } from './provider.ts'
import { siliconcloud } from './siliconcloud/siliconcloud.ts'
import { unsupportedProvider } from './unsupported-provider.ts'

/** The provider of each channel type. A channel type without a provider does not compile. */
export const providers: Readonly<Record<ChannelType, Provider>> = {
  1: openai,
  2: unsupportedProvider,
  3: azure,
  4: ollama,
  5: unsupportedProvider,
  8: custom,
  11: unsupportedProvider,
  14: anthropic,
  15: unsupportedProvider,
  16: unsupportedProvider,
  17: unsupportedProvider,
  18: unsupportedProvider,
  19: unsupportedProvider,
  21: unsupportedProvider,
  22: unsupportedProvider,
  23: unsupportedProvider,
  24: gemini,
  25: moonshot,
  26: unsupportedProvider,
  31: unsupportedProvider,
  33: unsupportedProvider,
  34: unsupportedProvider,
  35: unsupportedProvider,
  36: unsupportedProvider,
  37: unsupportedProvider,
  38: unsupportedProvider,
  39: unsupportedProvider,
  40: siliconcloud,
  41: unsupportedProvider,
  42: mistral,
  43: deepseek,
}
