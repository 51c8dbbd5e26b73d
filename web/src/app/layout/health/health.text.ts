import { dictionary } from '../../../lib/text/text.ts'

export const healthText = dictionary({
  oneFailing: ['Channel {name} is failing', '渠道 {name} 请求失败'],
  someFailing: ['{count channel} failing', '{count} 个渠道失败'],
  affected: [
    '{model}: {failed} of {total} requests failed, last {time}',
    '{model}：{total} 次请求中 {failed} 次失败，最近一次在{time}',
  ],
  show: ['Show errors', '查看错误'],
  disableTitle: ['Disable failing models or channels?', '禁用失败的模型或渠道？'],
  disableText: ['You can undo this.', '此操作可以撤销。'],
  oneModel: ['Disable {model} on {name}', '在 {name} 禁用 {model}'],
  modelOnly: ['Other models of the channel keep serving.', '该渠道的其他模型继续服务。'],
  model: ['{model} on {count channel}', '在 {count} 个渠道禁用 {model}'],
  channels: ['The whole {count channel}: {names}', '整个渠道（{count} 个）：{names}'],
  channelsText: ['They get no requests until enabled again.', '重新启用之前不再处理请求。'],
  andMore: ['{count more}', '另外 {count} 个'],
  disabled: ['{count channel} disabled', '已禁用 {count} 个渠道'],
  and: [', ', '、'],
})
