import { formatCount } from '@turnpike/contract/quota'
import { dictionary } from '../../../lib/text/text.ts'

type Count = { count: number }

const countOf = (count: number) => (count === 1 ? '1 channel' : `${formatCount(count)} channels`)

export const healthText = dictionary({
  oneFailing: ['Channel {name} is failing', '渠道 {name} 调用失败'],
  someFailing: [({ count }: Count) => `${countOf(count)} failing`, ({ count }) => `${formatCount(count)} 个渠道失败`],
  affected: ['{percent}% of {model} calls affected', '{model} 有 {percent}% 的调用受影响'],
  show: ['Show failing channels', '查看失败的渠道'],
  disableSome: [
    ({ count }: Count) => `Disable ${countOf(count)}?`,
    ({ count }) => `禁用 ${formatCount(count)} 个渠道？`,
  ],
  disableText: ['{names}. They get no requests until enabled again.', '{names}。重新启用之前，这些渠道不再处理请求。'],
  andMore: [({ count }: Count) => `${formatCount(count)} more`, ({ count }) => `另外 ${formatCount(count)} 个`],
  disableVerb: [({ count }: Count) => `Disable ${countOf(count)}`, ({ count }) => `禁用 ${formatCount(count)} 个渠道`],
  disabled: [({ count }: Count) => `${countOf(count)} disabled`, ({ count }) => `已禁用 ${formatCount(count)} 个渠道`],
  and: [', ', '、'],
})
