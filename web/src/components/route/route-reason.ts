import { dictionary } from '../../lib/text/text.ts'

/** Why a channel is not used, or not first, by the code of the reason. */
const reasonText = dictionary({
  disabled: ['Disabled by an administrator', '已被管理员禁用'],
  auto_disabled: ['Disabled automatically after a failure', '失败后被自动禁用'],
  no_keys: ['All its keys are disabled', '它的所有密钥都已禁用'],
  no_proxy: ['Its proxy was deleted or is unreadable', '代理已被删除或无法读取'],
  unknown_type: ['This version does not support its type', '此版本不支持该类型'],
  retired: ['Its provider has shut down', '服务商已停止服务'],
  other_group: ['Not in this group', '不在此分组中'],
  model_not_listed: [
    'Lists a shorter model name; another channel lists the full name',
    '此渠道列出的模型名较短，另一个渠道列出了完整名称',
  ],
  not_pinned: ['The request names another channel', '此请求指定了另一个渠道'],
  path_unsupported: ['Its provider does not support this path', '服务商不支持此路径'],
  below_cost: ['Costs more than the user pays', '成本高于用户支付的价格'],
  prompt_too_large: ['The prompt exceeds its input limit', '提示词超过输入 Token 上限'],
  keys_off: ['All its keys were disabled a moment ago', '它的所有密钥刚刚被禁用'],
  paused: ['Cooling down after failures', '失败后冷却中'],
  keys_paused: ['All its keys are cooling down', '所有密钥都在冷却中'],
  lower_priority: ['Lower priority', '优先级较低'],
  not_best: ['Another channel of its priority is faster or cheaper', '同优先级中另一个渠道更快或更便宜'],
  trial: ['Cooldown ended; testing with one request', '冷却结束，试探一次'],
  at_limit: ['At its limit: requests go elsewhere, wait or are refused', '已达上限：请求会转到其他渠道、等待或被拒绝'],
  not_tried: ['Not reached by the attempts of this request', '此请求的尝试没有轮到它'],
  passes_on: ['Does not support chat; the next channel is used', '不支持对话，使用下一个渠道'],
})

type ReasonCode = keyof (typeof reasonText)['en']

/** The words for a reason; a code of a newer version is shown as it is. */
export function useRouteReason(): (code: string) => string {
  const t = reasonText.use()
  return (code) => (Object.hasOwn(reasonText.en, code) ? t(code as ReasonCode) : code)
}
