import { dictionary } from '../../../lib/text/text.ts'

export const channelLimitsText = dictionary({
  title: ['Limits', '限制'],
  text: [
    'Stay within the limits of your provider account. When the channel is at its limit, requests go to the next one.',
    '不超过服务商对账户的限制。渠道达到上限时，请求转到下一个渠道。',
  ],
  limits: ['The whole channel', '整个渠道'],
  limitsHelp: ['All requests of this channel together, on all instances.', '此渠道的所有请求合计，包括所有实例。'],
  key_limits: ['Each key', '每个密钥'],
  key_limitsHelp: [
    'Applied per key. When a key is at its limit, the next key is used.',
    '按密钥分别计算。一个密钥达到上限时，使用下一个密钥。',
  ],
  budgetsHelp: [
    'The most that requests may cost at the provider. The maximum cost is reserved during a request; the rest is released.',
    '请求在服务商产生的最高成本。请求期间预留最高费用，余额随后释放。',
  ],
  requests_per_minute: ['Requests per minute', '每分钟请求数'],
  tokens_per_minute: ['Tokens per minute', '每分钟 Token 数'],
  calls_at_once: ['Concurrent requests', '并发数'],
  none: ['No limit', '不限制'],
  used: ['Used now', '当前用量'],
})
