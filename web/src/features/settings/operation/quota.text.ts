import { dictionary } from '../../../lib/text/text.ts'

export const quotaText = dictionary({
  en: {
    title: 'Quota',
    gifts: 'Gifts',
    giftsText: 'What people are credited when they join.',
    newUser: 'New account',
    invitee: 'Account that was invited',
    inviteeHelp: 'On top of what every new account gets.',
    inviter: 'Whoever invited',
    inviterHelp: 'Added to the earnings they can transfer to their balance.',
    estimate: 'Estimate',
    estimateText: 'Before a call is sent, its largest possible price is set aside.',
    preConsumed: 'Assumed answer length',
    tokens: 'Token',
    preConsumedHelp: 'Used when a request does not say how long the answer may be.',
  },
  zh: {
    title: '额度',
    gifts: '赠送',
    giftsText: '用户加入时获得的额度。',
    newUser: '新用户',
    invitee: '受邀注册的用户',
    inviteeHelp: '在新用户额度之外另行赠送。',
    inviter: '邀请人',
    inviterHelp: '计入邀请收益，可由其划转到余额。',
    estimate: '预估',
    estimateText: '调用发出之前，会先预留可能产生的最高费用。',
    preConsumed: '假定的回答长度',
    tokens: 'Token',
    preConsumedHelp: '请求没有说明回答上限时使用。',
  },
})
