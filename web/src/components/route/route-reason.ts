import { dictionary } from '../../lib/text/text.ts'

/** Why a channel is not used, or not first, by the code of the reason. */
const reasonText = dictionary({
  disabled: ['Disabled by an administrator', '已被管理员禁用'],
  auto_disabled: ['Disabled automatically after a failure', '失败后被自动禁用'],
  no_keys: ['All its keys are disabled', '它的所有密钥都已禁用'],
  no_proxy: ['Its proxy was deleted or cannot be read', '它的代理已被删除或无法读取'],
  unknown_type: ['This version does not know its type', '此版本不认识它的类型'],
  retired: ['Its provider has shut down', '它的供应商已停止服务'],
  other_group: ['Not in this group', '不在此分组中'],
  model_not_listed: [
    'Lists the model under a shorter name, and another channel lists this one',
    '它以较短的名称列出该模型，而另一个渠道列出了这个名称',
  ],
  not_pinned: ['The call names another channel', '此次调用指定了另一个渠道'],
  path_unsupported: ['Its provider cannot serve this path', '它的供应商不支持此路径'],
  below_cost: ['Costs more than the caller pays', '成本高于调用方支付的价格'],
  prompt_too_large: ['The prompt is above its limit of input tokens', '提示词超过它的输入 Token 上限'],
  keys_off: ['All its keys were disabled a moment ago', '它的所有密钥刚刚被禁用'],
  paused: ['Paused after failures', '失败后已暂停'],
  keys_paused: ['All its keys are paused', '它的所有密钥都已暂停'],
  lower_priority: ['Lower priority', '优先级较低'],
  not_best: ['Another channel of its priority is faster or cheaper', '同优先级中另一个渠道更快或更便宜'],
  trial: ['Its pause is over; one call tries it', '暂停已结束，由一次调用试用'],
  at_limit: [
    'At its limit now: the call goes to another channel, waits, or is refused',
    '目前已达到限制：调用会转到其他渠道、等待或被拒绝',
  ],
  not_tried: ['Not reached by the attempts of this call', '此次调用的尝试没有轮到它'],
  passes_on: [
    'Its provider cannot chat; the call goes on to the next channel',
    '它的供应商不支持聊天，调用会转到下一个渠道',
  ],
})

type ReasonCode = keyof (typeof reasonText)['en']

/** The words for a reason; a code of a newer version is shown as it is. */
export function useRouteReason(): (code: string) => string {
  const t = reasonText.use()
  return (code) => (Object.hasOwn(reasonText.en, code) ? t(code as ReasonCode) : code)
}
