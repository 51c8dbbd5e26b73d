import { type ChannelType, isChannelType } from '@turnpike/contract/channel-types'
import type { Family } from '../sources/open-source.ts'

/**
 * The equivalent of another server's channel type; the address is that of its upstream where the channel names none.
 */
type Equivalent = { type: ChannelType; base_url?: string }

const openai = 1
const at = (base_url: string): Equivalent => ({ type: openai, base_url })
const as = (type: ChannelType): Equivalent => ({ type })

/** Resellers of OpenAI that both servers number alike. */
const resellers: Readonly<Record<number, Equivalent>> = {
  6: at('https://api.openaimax.com'),
  7: at('https://api.ohmygpt.com'),
  9: at('https://api.caipacity.com'),
  10: at('https://api.aiproxy.io'),
  12: at('https://api.api2gpt.com'),
  13: at('https://api.aigc2d.com'),
}

/** one-api has numbers of its own from 26 on, and resellers of OpenAI where others have drawing proxies. */
const oneApi: Readonly<Record<number, Equivalent>> = {
  ...resellers,
  2: at('https://oa.api2d.net'),
  4: at('https://api.closeai-proxy.xyz'),
  5: at('https://api.openai-sb.com'),
  8: as(openai),
  26: at('https://api.baichuan-ai.com'),
  27: as(35),
  28: as(42),
  29: as(1000),
  30: as(4),
  32: at('https://api.stepfun.com'),
  35: as(34),
  36: as(43),
  37: as(39),
  39: as(1001),
  40: as(45),
  41: at('https://api.novita.ai/v3/openai'),
  42: as(41),
  44: as(40),
  45: as(48),
  47: as(15),
  48: as(18),
  49: as(17),
  50: as(openai),
  51: as(24),
}
/** Types of one-api whose number means something else here, and that have no equivalent. */
const oneApiOnly = new Set([34, 38, 43, 46])

const newApi: Readonly<Record<number, Equivalent>> = {
  ...resellers,
  44: at('https://api.moka.ai'),
  46: as(15),
  53: at('https://llm.submodel.ai'),
}

/** Undefined for a type that cannot be called from here. */
export function equivalentType({ name }: Family, type: number): Equivalent | undefined {
  const known = name === 'one-api' ? oneApi[type] : name === 'new-api' ? newApi[type] : undefined
  if (known) return known
  if (name === 'one-api' && oneApiOnly.has(type)) return undefined
  return isChannelType(type) ? { type } : undefined
}
