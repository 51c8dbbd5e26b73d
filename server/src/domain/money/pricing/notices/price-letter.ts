import type { Language } from '@turnpike/contract/errors'
import type { PriceAmounts } from '@turnpike/contract/money/price-book'
import type { OptionValues } from '@turnpike/contract/options'
import { formatMoney } from '@turnpike/contract/quota'
import type { Letter } from '../../../../mail/letter.ts'
import type { RaisedPrice } from '../book/raised-prices.ts'
import { partsOf } from '../lists/price-parts.ts'

type Texts = Record<Language, string>

const modelsMax = 20

/** Parts of a price that a letter names, each where the model has a price of its own for it. */
const lines: readonly { part: string; own: (amounts: PriceAmounts) => boolean; name: Texts }[] = [
  { part: 'call', own: () => true, name: { en: 'per request', zh: '每次请求' } },
  { part: 'input', own: () => true, name: { en: 'input', zh: '输入' } },
  { part: 'output', own: () => true, name: { en: 'output', zh: '输出' } },
  { part: 'cache_read', own: ({ CacheRatio }) => has(CacheRatio), name: { en: 'cached input', zh: '缓存输入' } },
  {
    part: 'cache_write_5m',
    own: ({ CreateCacheRatio }) => has(CreateCacheRatio),
    name: { en: 'cache write', zh: '缓存写入' },
  },
  { part: 'image_input', own: ({ ImageRatio }) => has(ImageRatio), name: { en: 'image input', zh: '图片输入' } },
  {
    part: 'image_output',
    own: ({ ImageCompletionRatio }) => has(ImageCompletionRatio),
    name: { en: 'generated images', zh: '生成图片' },
  },
  { part: 'audio_input', own: ({ AudioRatio }) => has(AudioRatio), name: { en: 'audio input', zh: '音频输入' } },
  {
    part: 'audio_output',
    own: ({ AudioCompletionRatio }) => has(AudioCompletionRatio),
    name: { en: 'audio output', zh: '音频输出' },
  },
]
const has = (value: number | null | undefined) => value !== null && value !== undefined

/** The letter that models become dearer, with the prices that a user of this group ratio pays. */
export function priceLetter(
  raised: readonly RaisedPrice[],
  { ratio, options }: { ratio: number; options: OptionValues },
): Letter {
  const { SystemName, ServerAddress, QuotaPerUnit } = options
  const more = raised.length - modelsMax
  return {
    subject: { en: `${SystemName}: prices of models you use will rise`, zh: `${SystemName}：你使用的模型即将涨价` },
    paragraphs: [
      {
        en: 'The prices of these models will rise. You used them recently. Prices are per 1M tokens unless noted.',
        zh: '你近期使用的以下模型即将涨价。除注明外，价格按每百万 Token 计。',
      },
      ...raised.slice(0, modelsMax).map((each) => paragraphOf(each, ratio, QuotaPerUnit)),
      ...(more > 0
        ? [{ en: `${more} more models: see the pricing page.`, zh: `另有 ${more} 个模型，见模型价格页。` }]
        : []),
      {
        en: 'You can turn off these notifications in your personal settings.',
        zh: '可在个人设置中关闭此类通知。',
      },
    ],
    ...(ServerAddress && {
      link: { address: `${ServerAddress}/pricing`, label: { en: 'See prices', zh: '查看价格' } },
    }),
  }
}

function paragraphOf({ model, effective_at, before, after }: RaisedPrice, ratio: number, perUnit: number): Texts {
  const [old, next] = [partsOf(before), partsOf(after)]
  const changed = lines.flatMap(({ part, own, name }) => {
    const [was, will] = [old.get(part), next.get(part)]
    if (!own(before) && !own(after)) return []
    if (was === undefined && will === undefined) return []
    return was === will ? [] : [{ name, was, will, isCall: part === 'call' }]
  })
  const amount = (value: number | undefined, isCall: boolean) =>
    value === undefined ? '—' : dollarText(value * ratio * (isCall ? 1 : 1_000_000 / perUnit))
  const textIn = (language: Language) =>
    changed
      .map(({ name, was, will, isCall }) => `${name[language]} ${amount(was, isCall)} → ${amount(will, isCall)}`)
      .join(language === 'zh' ? '，' : ', ')
  const time = `${new Date(effective_at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return {
    en: `${model}, from ${time}: ${textIn('en') || 'long prompts, service tiers or some hours cost more'}`,
    zh: `${model}，${time} 起：${textIn('zh') || '长提示词、服务档位或部分时段涨价'}`,
  }
}

const decimalsMax = 6

/** At least two decimals, and as many as the amount has up to a millionth. */
const dollarText = (amount: number): string => formatMoney(amount.toFixed(decimalsMax).replace(/0{1,4}$/, ''))
