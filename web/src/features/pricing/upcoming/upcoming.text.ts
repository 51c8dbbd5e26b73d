import { priceLineNames } from '../../../lib/models/price-line-names.ts'
import { dictionary } from '../../../lib/text/text.ts'

export const upcomingText = dictionary({
  ...priceLineNames,
  cacheWriteHour: ['Cache write, 1 hour', '缓存写入（1 小时）'],
  call: ['Per request', '每次请求'],
  title: ['{count model} will cost more', '{count} 个模型即将涨价'],
  from: ['From {time}: {prices}', '{time} 起：{prices}'],
  raise: ['{part} {before} → {after}', '{part} {before} → {after}'],
  otherParts: ['long prompts, service tiers or some hours cost more', '长提示词、服务档位或部分时段涨价'],
  showAll: ['Show all {count}', '显示全部 {count} 个'],
})
