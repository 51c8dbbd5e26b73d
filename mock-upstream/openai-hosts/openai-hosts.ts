import type { Vendor } from '../exchange/call.ts'
import { yi, zhinao } from './chinese-hosts.ts'
import type { HostRules } from './host-rules.ts'
import { hostVendor } from './host-vendor.ts'
import { lmstudio, sglang, vllm, xinference } from './local-servers.ts'
import { cerebras, fireworks, groq, huggingface, nvidia, together } from './model-hosts.ts'
import { openrouter, perplexity, volcengine, xai } from './model-vendors.ts'

const hosts = {
  zhinao,
  yi,
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
} satisfies Record<string, HostRules>

type HostName = keyof typeof hosts

/** The vendors of OpenAI's dialect that are described by rules alone. */
export const openaiHosts = Object.fromEntries(
  Object.entries(hosts).map(([name, rules]) => [name, hostVendor(name, rules)]),
) as Record<HostName, Vendor> // one vendor for each
