import { dictionary } from '../../../lib/text/text.ts'

export const healthText = dictionary({
  oneFailing: ['Channel {name} is failing', '渠道 {name} 调用失败'],
  someFailing: ['{count channel} failing', '{count} 个渠道失败'],
  affected: ['{percent}% of {model} calls affected', '{model} 有 {percent}% 的调用受影响'],
  show: ['Show failing channels', '查看失败的渠道'],
  disableSome: ['Disable {count channel}?', '禁用 {count} 个渠道？'],
  disableText: ['{names}. They get no requests until enabled again.', '{names}。重新启用之前，这些渠道不再处理请求。'],
  andMore: ['{count} more', '另外 {count} 个'],
  disableVerb: ['Disable {count channel}', '禁用 {count} 个渠道'],
  disabled: ['{count channel} disabled', '已禁用 {count} 个渠道'],
  and: [', ', '、'],
})
