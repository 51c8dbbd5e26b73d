import { dictionary } from '../../../lib/text/text.ts'

const tokens = (count: number) => (count === 1 ? '1 token' : `${count} tokens`)

/** What is done to several tokens at once. */
export const batchText = dictionary({
  en: {
    limits: 'Set limits',
    changed: ({ count }: { count: number }) => `${tokens(count)} changed`,
    skipped: ({ changed, skipped }: { changed: number; skipped: number }) =>
      `${tokens(changed)} enabled. ${skipped} stay off: expired or out of quota`,
    removed: ({ count }: { count: number }) => `${tokens(count)} deleted`,
    removeQuestion: ({ count }: { count: number }) => `Delete ${tokens(count)}?`,
    removeText: 'Programs that use these keys stop working at once. Logs and charges stay.',
    removeVerb: ({ count }: { count: number }) => `Delete ${tokens(count)}`,
    limitsTitle: ({ count }: { count: number }) => `Set limits of ${tokens(count)}`,
    setQuota: 'Set the remaining quota',
    setQuotaText: 'Each of the tokens gets this amount; what was left before does not count.',
    setExpiry: 'Set the expiry',
    setExpiryText: 'All of the tokens expire at this time.',
    quota: 'Remaining quota',
    save: ({ count }: { count: number }) => `Change ${tokens(count)}`,
  },
  zh: {
    limits: '设置限制',
    changed: ({ count }) => `已修改 ${count} 个令牌`,
    skipped: ({ changed, skipped }) => `已启用 ${changed} 个令牌，${skipped} 个已过期或额度用尽，未启用`,
    removed: ({ count }) => `已删除 ${count} 个令牌`,
    removeQuestion: ({ count }) => `删除 ${count} 个令牌？`,
    removeText: '使用这些密钥的程序会立即停止工作。日志和费用记录会保留。',
    removeVerb: ({ count }) => `删除 ${count} 个令牌`,
    limitsTitle: ({ count }) => `设置 ${count} 个令牌的限制`,
    setQuota: '设置剩余额度',
    setQuotaText: '每个令牌都改为此额度，不计之前的剩余。',
    setExpiry: '设置过期时间',
    setExpiryText: '所有令牌都在此时间过期。',
    quota: '剩余额度',
    save: ({ count }) => `修改 ${count} 个令牌`,
  },
})
