import type { IncomingHttpHeaders } from 'node:http'
import { aiproxy, aiproxyLibrary } from './aiproxy/aiproxy.ts'
import { anthropic } from './anthropic/anthropic.ts'
import { aws } from './aws/aws.ts'
import { azure } from './azure/azure.ts'
import { baiduV1 } from './baidu/v1.ts'
import { baidu } from './baidu/v2.ts'
import { cloudflare } from './cloudflare/cloudflare.ts'
import { cohere } from './cohere/cohere.ts'
import { custom } from './custom/custom.ts'
import { deepseek } from './deepseek/deepseek.ts'
import { dify } from './dify/dify.ts'
import type { Vendor } from './exchange/call.ts'
import { fastgpt } from './fastgpt/fastgpt.ts'
import { newApi, sub2api } from './gateways/gateways.ts'
import { gemini } from './gemini/gemini.ts'
import { hunyuanNative } from './hunyuan/native.ts'
import { hunyuan } from './hunyuan/token-hub.ts'
import { midjourney, midjourneyPlus } from './midjourney/midjourney.ts'
import { minimax } from './minimax/minimax.ts'
import { mistral } from './mistral/mistral.ts'
import { moonshot } from './moonshot/moonshot.ts'
import { ollama } from './ollama/ollama.ts'
import { compatible, openai } from './openai/openai.ts'
import { openaiHosts } from './openai-hosts/openai-hosts.ts'
import { palm } from './palm/palm.ts'
import { qwen } from './qwen/qwen.ts'
import { jina } from './rerank/jina.ts'
import { siliconcloud } from './siliconcloud/siliconcloud.ts'
import { spark } from './spark/spark.ts'
import { suno } from './suno/suno.ts'
import { vertex } from './vertex/vertex.ts'
import { zhipu } from './zhipu/zhipu.ts'

/** Each name is the path prefix of one vendor's base URL. */
const prefixes = {
  azure,
  anthropic,
  gemini,
  palm,
  ollama,
  mistral,
  deepseek,
  moonshot,
  custom,
  compatible,
  cohere,
  jina,
  siliconcloud,
  qwen,
  baidu,
  'baidu-v1': baiduV1,
  hunyuan,
  'hunyuan-native': hunyuanNative,
  spark,
  zhipu,
  minimax,
  cloudflare,
  aiproxy,
  'aiproxy-library': aiproxyLibrary,
  fastgpt,
  ...openaiHosts,
  aws,
  vertex,
  dify,
  'new-api': newApi,
  sub2api,
  suno,
  midjourney,
  'midjourney-plus': midjourneyPlus,
} satisfies Record<string, Vendor>
const byPrefix = new Map<string, Vendor>(Object.entries(prefixes))

export type VendorName = keyof typeof prefixes | 'openai'

/** The vendor of a path, and the path without the vendor's prefix. */
export function findVendor(path: string, headers: IncomingHttpHeaders): { vendor: Vendor; path: string } {
  const end = path.indexOf('/', 1)
  const prefixed = end === -1 ? undefined : byPrefix.get(path.slice(1, end))
  if (prefixed) return { vendor: prefixed, path: path.slice(end) }
  return { vendor: vendorAtRoot(path, headers), path }
}

// Names of fine-tuned models also contain colons, so only Google's actions identify it.
const googleAction = /:(generateContent|streamGenerateContent|countTokens|embedContent|batchEmbedContents|predict)$/

/** Without a prefix the server is OpenAI, except on paths and headers that only one other vendor uses. */
function vendorAtRoot(path: string, headers: IncomingHttpHeaders): Vendor {
  if (path.startsWith('/v1/messages')) return anthropic
  if (path.startsWith('/openai/')) return azure
  if (path.startsWith('/v1beta/') || path.startsWith('/v1alpha/')) return gemini
  if (path.startsWith('/api/')) return ollama
  if (path.startsWith('/v2/')) return cohere
  if (path.startsWith('/v1/models')) {
    if (headers['anthropic-version'] !== undefined) return anthropic
    if (headers['x-goog-api-key'] !== undefined || googleAction.test(path)) return gemini
  }
  return openai
}
