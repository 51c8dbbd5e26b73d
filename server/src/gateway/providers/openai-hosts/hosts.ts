import type { Provider } from '../provider.ts'
import { type Host, hostProvider } from './host.ts'
import { lmstudio, sglang, vllm, xinference } from './local-servers.ts'
import { cerebras, fireworks, groq, huggingface, nvidia, together } from './model-hosts.ts'
import { openrouter, perplexity, volcengine, xai } from './model-vendors.ts'

const hosts = {
  openrouter,
  xai,
  volcengine,
  perplexity,
  groq,
  together,
  fireworks,
  cerebras,
  nvidia,
  huggingface,
  xinference,
  lmstudio,
  vllm,
  sglang,
} satisfies Record<string, Host>

export type HostName = keyof typeof hosts

/** The provider of a host. A new host needs an entry above and a line in the registry. */
export const providerOf = (name: HostName): Provider => hostProvider(hosts[name])
