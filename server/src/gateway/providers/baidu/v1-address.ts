import { fixedPath } from '../openai-shaped/fixed-path.ts'
import type { Target } from '../provider.ts'
import { suffixOf } from './v1-suffix.ts'

const newHost = 'https://qianfan.baidubce.com'
const oldHost = 'https://aip.baidubce.com'

/** A channel without an address of its own has that of the current service. */
export const hostOf = ({ base_url }: Pick<Target, 'base_url'>): string =>
  base_url.replace(/\/v\d$/, '') === newHost ? oldHost : base_url

export const addressOf = (target: Target, kind: 'chat' | 'embeddings'): string => {
  const path = `/rpc/2.0/ai_custom/v1/wenxinworkshop/${kind}/${encodeURIComponent(suffixOf(target.model))}`
  return fixedPath(`${hostOf(target)}${path}?${new URLSearchParams({ access_token: target.token ?? '' })}`)
}
