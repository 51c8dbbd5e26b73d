import { dictionary } from '../../../lib/text/text.ts'

export const channelLimitsText = dictionary({
  title: ['Limits', '限制'],
  text: [
    'Stay within what the upstream allows your account. A call that finds the channel full goes to the next channel. With all channels full it waits, if Settings → Operation → Failover allows that, or is refused with status 429.',
    '使调用不超过上游对账户的限制。渠道已满时，调用转到下一个渠道。所有渠道都已满时，如果在 设置 → 运营 → 故障转移 中允许，则排队等待，否则以状态 429 拒绝。',
  ],
  limits: ['The whole channel', '整个渠道'],
  limitsHelp: ['All calls of this channel together, on all instances.', '此渠道的所有调用合计，包括所有实例。'],
  key_limits: ['Each key', '每个密钥'],
  key_limitsHelp: [
    'Counted for every key alone. When one key is full, another key of the channel is tried first.',
    '每个密钥单独计算。一个密钥已满时，先尝试此渠道的其他密钥。',
  ],
  budgetsHelp: [
    'The most that the calls may cost at the upstream. A call reserves the most it may cost while it runs; its cost counts when it ends. Once a budget is used up, calls go to other channels until it has room again. Hours are rolling: they are those that have just passed.',
    '调用在上游产生的最高成本。请求进行时按可能的最高成本预留，结束时按实际成本计入。预算用完后，调用转到其他渠道，直到预算恢复。小时周期是滚动的，即刚过去的若干小时。',
  ],
  requests_per_minute: ['Requests per minute', '每分钟请求数'],
  tokens_per_minute: ['Tokens per minute', '每分钟 Token 数'],
  calls_at_once: ['Calls at once', '同时进行的请求数'],
  none: ['No limit', '不限制'],
  used: ['Used now', '当前用量'],
})
