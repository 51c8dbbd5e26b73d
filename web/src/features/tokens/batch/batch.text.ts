import { dictionary } from '../../../lib/text/text.ts'

/** What is done to several tokens at once. */
export const batchText = dictionary({
  limits: ['Set limits', '设置限制'],
  changed: ['{count token} changed', '已修改 {count} 个令牌'],
  skipped: [
    '{changed token} enabled. {skipped} skipped: expired or exhausted',
    '已启用 {changed} 个令牌，{skipped} 个已过期或已用尽，未启用',
  ],
  removed: ['{count token} deleted', '已删除 {count} 个令牌'],
  removeQuestion: ['Delete {count token}?', '删除 {count} 个令牌？'],
  removeText: [
    'Programs that use these keys stop working immediately. Logs and charges stay.',
    '使用这些密钥的程序会立即停止工作。日志和费用记录会保留。',
  ],
  removeVerb: ['Delete {count token}', '删除 {count} 个令牌'],
  limitsTitle: ['Set limits of {count token}', '设置 {count} 个令牌的限制'],
  setQuota: ['Set the remaining amount', '设置剩余金额'],
  setQuotaText: ['Replaces the remaining amount of each token.', '替换每个令牌的剩余金额。'],
  setExpiry: ['Set the expiry', '设置过期时间'],
  setExpiryText: ['All selected tokens expire at this time.', '所选令牌都在此时间过期。'],
  quota: ['Remaining amount', '剩余金额'],
  save: ['Change {count token}', '修改 {count} 个令牌'],
})
