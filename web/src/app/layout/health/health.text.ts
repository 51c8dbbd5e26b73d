import { formatCount } from '@turnpike/contract/quota'
import { dictionary } from '../../../lib/text/text.ts'

type Count = { count: number }

const countOf = (count: number) => (count === 1 ? '1 channel' : `${formatCount(count)} channels`)

export const healthText = dictionary({
  en: {
    oneFailing: ({ name }: { name: string }) => `Channel ${name} is failing`,
    someFailing: ({ count }: Count) => `${countOf(count)} failing`,
    affected: ({ model, percent }: { model: string; percent: number }) => `${percent}% of ${model} calls affected`,
    show: 'Show failing channels',
    disable: 'Disable',
    disableSome: ({ count }: Count) => `Disable ${countOf(count)}?`,
    disableText: ({ names }: { names: string }) => `${names}. They get no requests until enabled again.`,
    andMore: ({ count }: Count) => `${formatCount(count)} more`,
    disableVerb: ({ count }: Count) => `Disable ${countOf(count)}`,
    disabled: ({ count }: Count) => `${countOf(count)} disabled`,
    and: ', ',
  },
  zh: {
    oneFailing: ({ name }) => `渠道 ${name} 调用失败`,
    someFailing: ({ count }) => `${formatCount(count)} 个渠道失败`,
    affected: ({ model, percent }) => `${model} 有 ${percent}% 的调用受影响`,
    show: '查看失败的渠道',
    disable: '禁用',
    disableSome: ({ count }) => `禁用 ${formatCount(count)} 个渠道？`,
    disableText: ({ names }) => `${names}。重新启用之前，这些渠道不再处理请求。`,
    andMore: ({ count }) => `另外 ${formatCount(count)} 个`,
    disableVerb: ({ count }) => `禁用 ${formatCount(count)} 个渠道`,
    disabled: ({ count }) => `已禁用 ${formatCount(count)} 个渠道`,
    and: '、',
  },
})
