/** The vendors of the shipped prices: name, and the letters of their tile. */
const vendors: Readonly<Record<string, readonly [name: string, monogram: string]>> = {
  '360': ['360', '36'],
  alibaba: ['Alibaba Qwen', 'Qw'],
  anthropic: ['Anthropic', 'An'],
  baidu: ['Baidu', 'Bd'],
  cloudflare: ['Cloudflare', 'Cf'],
  cohere: ['Cohere', 'Co'],
  deepseek: ['DeepSeek', 'DS'],
  google: ['Google', 'Ge'],
  jina: ['Jina', 'Ji'],
  midjourney: ['Midjourney', 'MJ'],
  minimax: ['MiniMax', 'MM'],
  mistral: ['Mistral', 'Mi'],
  moonshot: ['Moonshot', 'Mo'],
  openai: ['OpenAI', 'OA'],
  siliconflow: ['SiliconFlow', 'SF'],
  suno: ['Suno', 'Su'],
  tencent: ['Tencent', 'Tc'],
  xunfei: ['iFlytek', 'Xf'],
  yi: ['01.AI', 'Yi'],
  zhipu: ['Zhipu', 'Zp'],
}

const known = (vendor: string) => (Object.hasOwn(vendors, vendor) ? vendors[vendor] : undefined)

/** The name of a vendor; undefined for one that is not known to this version. */
export const vendorName = (vendor: string): string | undefined => known(vendor)?.[0]

/** The letters of a model's tile: the vendor's, or the first ones of the model's name. */
export const monogramOf = (vendor: string, model: string): string =>
  known(vendor)?.[1] ?? model.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 2)
