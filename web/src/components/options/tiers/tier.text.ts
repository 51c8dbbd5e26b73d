import { tierLengthMax } from '@turnpike/contract/money/price-tiers'
import { formatCount, multipleBounds } from '@turnpike/contract/quota'
import { serviceTierNames } from '../../../lib/models/tier.text.ts'
import { dictionary } from '../../../lib/text/text.ts'

const multipleMax = formatCount(multipleBounds.max)

export const tierText = dictionary({
  tiers: ['Tiers', '价格档位'],
  tiersHelp: [
    'Separate prices for long prompts, service tiers and times of day.',
    '长提示词、服务档位以及某些时段的不同价格。',
  ],
  lengths: ['Input length', '输入长度'],
  lengthsHelp: [
    'Prices of the whole request if it has more input tokens, including cached ones.',
    '输入 Token（含缓存）超过此数时，整个请求按这些价格计费。',
  ],
  above: ['Above', '超过'],
  inputTokens: ['input tokens', '输入 Token'],
  addLength: ['Add length tier', '添加长度档位'],
  removeTier: ['Remove tier: {tier}', '移除档位：{tier}'],
  services: ['Service tiers', '服务档位'],
  servicesHelp: [
    'A tier without a price is served and charged as the normal tier.',
    '没有价格的档位按普通档位提供和计费。',
  ],
  addService: ['Add service tier', '添加服务档位'],
  ...serviceTierNames,
  form: ['Price as', '定价方式'],
  factorForm: ['Factor', '系数'],
  pricesForm: ['Prices', '价格'],
  factor: ['Factor', '系数'],
  factorHelp: ['Multiplies every price.', '所有价格都乘以此系数。'],
  times: ['Times of day', '时段'],
  timesHelp: [
    'The start of a request sets its price. The first matching span applies.',
    '按请求开始的时间计价，以首个匹配的时段为准。',
  ],
  from: ['From', '开始'],
  to: ['To', '结束'],
  days: ['Days', '星期'],
  addSpan: ['Add span', '添加时段'],
  removeSpan: ['Remove span {number}', '移除时段 {number}'],
  day0: ['Sun', '周日'],
  day1: ['Mon', '周一'],
  day2: ['Tue', '周二'],
  day3: ['Wed', '周三'],
  day4: ['Thu', '周四'],
  day5: ['Fri', '周五'],
  day6: ['Sat', '周六'],
  and: [', ', '、'],
  aboveLine: ['Above {tokens} input tokens: {price}', '超过 {tokens} 输入 Token：{price}'],
  serviceLine: ['{service}: {price}', '{service}：{price}'],
  serviceLengthLine: [
    '{service}, above {tokens} input tokens: {price}',
    '{service}，超过 {tokens} 输入 Token：{price}',
  ],
  through: ['{first}–{last}', '{first}至{last}'],
  spanLine: ['{from}–{to}{days} ({zone}): × {factor}', '{from}–{to}{days}（{zone}）：× {factor}'],
  aboveNumber: [
    `Enter a number of tokens from 1 to ${formatCount(tierLengthMax)}`,
    `请输入 1 到 ${formatCount(tierLengthMax)} 之间的 Token 数`,
  ],
  aboveOrder: ['Another tier begins at this length', '已有档位从此长度开始'],
  inputMissing: ['Enter the input price of this tier', '请输入此档位的输入价格'],
  factorNumber: [`Enter a number from 0 to ${multipleMax}`, `请输入 0 到 ${multipleMax} 之间的数字`],
  timeMissing: ['Enter a time', '请输入时间'],
  timesEqual: ['The end must differ from the start', '结束时间不能与开始时间相同'],
  daysMissing: ['Choose at least one day', '请至少选择一天'],
  zoneUnknown: ['Choose a time zone', '请选择时区'],
})
