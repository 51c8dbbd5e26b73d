import { dictionary } from '../../../lib/text/text.ts'

export const quotaText = dictionary({
  en: {
    title: 'Quota',
    gifts: 'Gifts',
    giftsText: 'What people are credited when they join.',
    QuotaForNewUser: 'New account',
    QuotaForInvitee: 'Account that was invited',
    QuotaForInviteeHelp: 'On top of what every new account gets.',
    QuotaForInviter: 'Whoever invited',
    QuotaForInviterHelp: 'Added to the earnings they can transfer to their balance.',
    estimate: 'Estimate',
    estimateText: 'Before a call is sent, its largest possible price is set aside.',
    PreConsumedQuota: 'Assumed answer length',
    tokens: 'Token',
    PreConsumedQuotaHelp: 'Used when a request does not say how long the answer may be.',
  },
  zh: {
    title: '额度',
    gifts: '赠送',
    giftsText: '用户加入时获得的额度。',
    QuotaForNewUser: '新用户',
    QuotaForInvitee: '受邀注册的用户',
    QuotaForInviteeHelp: '在新用户额度之外另行赠送。',
    QuotaForInviter: '邀请人',
    QuotaForInviterHelp: '计入邀请收益，可由其划转到余额。',
    estimate: '预估',
    estimateText: '调用发出之前，会先预留可能产生的最高费用。',
    PreConsumedQuota: '假定的回答长度',
    tokens: 'Token',
    PreConsumedQuotaHelp: '请求没有说明回答上限时使用。',
  },
})
