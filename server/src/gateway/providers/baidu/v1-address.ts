import { fixedPath } from '../openai-shaped/fixed-path.ts'
import type { Target } from '../provider.ts'

const newHost = 'https://qianfan.baidubce.com'
const oldHost = 'https://aip.baidubce.com'

/** A channel without its own base URL has that of the current service. */
export const hostOf = ({ base_url }: Pick<Target, 'base_url'>): string =>
  base_url.replace(/\/v\d$/, '') === newHost ? oldHost : base_url

export const addressOf = (target: Target, kind: 'chat' | 'embeddings'): string => {
  const path = `/rpc/2.0/ai_custom/v1/wenxinworkshop/${kind}/${encodeURIComponent(suffixOf(target.model))}`
  return fixedPath(`${hostOf(target)}${path}?${new URLSearchParams({ access_token: target.token ?? '' })}`)
}

/** The last path segment of a model at the older service. Any other model is at its name in lower case. */
const suffixes: Readonly<Record<string, string>> = {
  'ERNIE-4.0': 'completions_pro',
  'ERNIE-Bot-4': 'completions_pro',
  'ERNIE-4.0-8K': 'completions_pro',
  'ERNIE-Bot': 'completions',
  'ERNIE-3.5-8K': 'completions',
  'ERNIE-Bot-turbo': 'eb-instant',
  'ERNIE-Lite-8K-0922': 'eb-instant',
  'ERNIE-Speed': 'ernie_speed',
  'ERNIE-Speed-8K': 'ernie_speed',
  'ERNIE-Speed-128K': 'ernie-speed-128k',
  'ERNIE-Bot-8K': 'ernie_bot_8k',
  'ERNIE-Lite-8K-0308': 'ernie-lite-8k',
  'ERNIE-Tiny-8K': 'ernie-tiny-8k',
  'BLOOMZ-7B': 'bloomz_7b1',
  'Embedding-V1': 'embedding-v1',
  'bge-large-zh': 'bge_large_zh',
  'bge-large-en': 'bge_large_en',
  'tao-8k': 'tao_8k',
}

const suffixOf = (model: string): string =>
  (Object.hasOwn(suffixes, model) ? suffixes[model] : undefined) ?? model.toLowerCase()
