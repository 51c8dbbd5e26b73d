import { dictionary } from '../../../lib/text/text.ts'

/** What is done to several tokens at once. */
export const batchText = dictionary({
  limits: ['Set limits', '设置限制'],
  changed: ['{count token} changed', '已修改 {count} 个令牌'],
  skipped: [
    '{changed token} enabled. {skipped} stay off: expired or out of quota',
    '已启用 {changed} 个令牌，{skipped} 个已过期或额度用尽，未启用',
  ],
  removed: ['{count token} deleted', '已删除 {count} 个令牌'],
  removeQuestion: ['Delete {count token}?', '删除 {count} 个令牌？'],
  removeText: [
    'Programs that use these keys stop working at once. Logs and charges stay.',
    '使用这些密钥的程序会立即停止工作。日志和费用记录会保留。',
  ],
  removeVerb: ['Delete {count token}', '删除 {count} 个令牌'],
  limitsTitle: ['Set limits of {count token}', '设置 {count} 个令牌的限制'],
  setQuota: ['Set the remaining quota', '设置剩余额度'],
  setQuotaText: [
    'Each of the tokens gets this amount; what was left before does not count.',
    '每个令牌都改为此额度，不计之前的剩余。',
  ],
  setExpiry: ['Set the expiry', '设置过期时间'],
  setExpiryText: ['All of the tokens expire at this time.', '所有令牌都在此时间过期。'],
  quota: ['Remaining quota', '剩余额度'],
  save: ['Change {count token}', '修改 {count} 个令牌'],
})
