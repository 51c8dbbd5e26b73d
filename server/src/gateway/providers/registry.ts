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
import { unsupported } from './unsupported-provider.ts'

/** How each channel type is spoken to. A channel type without a line does not compile. */
export const providers: Readonly<Record<ChannelType, Provider>> = {
  1: openai,
  2: unsupported,
  3: azure,
  4: ollama,
  5: unsupported,
  8: custom,
  11: unsupported,
  14: anthropic,
  15: unsupported,
  16: unsupported,
  17: unsupported,
  18: unsupported,
  19: unsupported,
  21: unsupported,
  22: unsupported,
  23: unsupported,
  24: gemini,
  25: moonshot,
  26: unsupported,
  31: unsupported,
  33: unsupported,
  34: unsupported,
  35: unsupported,
  36: unsupported,
  37: unsupported,
  38: unsupported,
  39: unsupported,
  40: siliconcloud,
  41: unsupported,
  42: mistral,
  43: deepseek,
}
