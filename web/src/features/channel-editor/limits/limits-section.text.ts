import { dictionary } from '../../../lib/text/text.ts'

export const channelLimitsText = dictionary({
  en: {
    title: 'Limits',
    text: 'Stay within what the upstream allows your account. A call that finds the channel full goes to the next channel. With all channels full it waits, if Settings → Operation → Failover allows that, or is refused with status 429.',
    limits: 'The whole channel',
    limitsHelp: 'All calls of this channel together, on all instances.',
    key_limits: 'Each key',
    key_limitsHelp: 'Counted for every key alone. When one key is full, another key of the channel is tried first.',
    requests_per_minute: 'Requests per minute',
    tokens_per_minute: 'Tokens per minute',
    calls_at_once: 'Calls at once',
    none: 'No limit',
    used: 'Used now',
  },
  zh: {
    title: '限制',
    text: '使调用不超过上游对账户的限制。渠道已满时，调用转到下一个渠道。所有渠道都已满时，如果在 设置 → 运营 → 故障转移 中允许，则排队等待，否则以状态 429 拒绝。',
    limits: '整个渠道',
    limitsHelp: '此渠道的所有调用合计，包括所有实例。',
    key_limits: '每个密钥',
    key_limitsHelp: '每个密钥单独计算。一个密钥已满时，先尝试此渠道的其他密钥。',
    requests_per_minute: '每分钟请求数',
    tokens_per_minute: '每分钟 Token 数',
    calls_at_once: '同时进行的请求数',
    none: '不限制',
    used: '当前用量',
  },
})
