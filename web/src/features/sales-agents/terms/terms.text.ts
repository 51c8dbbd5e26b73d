import { dictionary } from '../../../lib/text/text.ts'

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

export const termsText = dictionary({
  terms: ['Terms', '规则'],
  termsText: ['Changed terms apply to later payments.', '规则变更后，只对之后的付款生效。'],
  share: ['Your share', '分成比例'],
  ofPayments: ['{percent}% of payments', '付款的 {percent}%'],
  ofSpend: ['{percent}% of spend', '消耗的 {percent}%'],
  secondShare: ['Second level', '二级分成'],
  secondHelp: ['From those whom your invited people invite.', '来自你邀请的用户再邀请的用户。'],
  counts: ['What counts', '计入范围'],
  paid: ['paid top-ups and plans', '付费充值和套餐'],
  spent: ['spend of paid balance', '付费余额的消耗'],
  gifts: ['gifts', '赠送'],
  codes: ['redemption codes', '兑换码'],
  changes: ['changes by administrators', '管理员调整'],
  waiting: ['Waiting time', '结算期'],
  immediately: ['Final immediately', '立即结算'],
  finalAfter: [({ count }: { count: number }) => `Final after ${days(count)}`, ({ count }) => `${count} 天后结算`],
  minimum: ['Smallest payout', '最低提现金额'],
  noMinimum: ['None', '不限'],
  fee: ['Payout fee', '提现手续费'],
  noFee: ['None', '无'],
  both: ['{one} + {other}', '{one} + {other}'],
  ends: ['End', '截止时间'],
  noEnd: ['Without end', '长期有效'],
  help: ['Help', '帮助'],
  helpText: ['More is in the guide.', '更多说明见使用指南。'],
  guide: ['Open the guide', '打开使用指南'],
  whoTitle: ['Whose payments count?', '哪些用户的付款会计入？'],
  whoText: [
    'Those of people who registered with your link or code, and of organizations that they create.',
    '通过你的链接或邀请码注册的用户，以及他们创建的组织。',
  ],
  finalTitle: ['When is a share final?', '分成何时结算？'],
  finalText: [
    'Once the waiting time has passed. You can then move it to your balance or request a payout.',
    '结算期结束后即为已结算，可以划转到余额或申请提现。',
  ],
  backTitle: ['Can a share be taken back?', '分成会被扣回吗？'],
  backText: [
    'Yes, when the payment is refunded or disputed. What has already left becomes a debt. Later shares pay it first.',
    '会。付款被退款或发生争议时，对应的分成会被扣回。已转出的部分记为欠款，由之后的分成先行抵扣。',
  ],
  reviewTitle: ['Why is a share under review?', '分成为什么在审核？'],
  reviewText: [
    'The invited account shares an address, a device or a payment account with you. An administrator decides.',
    '受邀账户与你使用了相同的地址、设备或付款账户，需由管理员核查。',
  ],
  payoutTitle: ['How does a payout work?', '提现如何处理？'],
  payoutText: [
    'Your request reserves the amount. An administrator approves it, pays it and records the payment number. A refused amount returns.',
    '申请后金额会被预留。管理员批准后打款，并登记付款单号。被拒绝的金额会退回可用收益。',
  ],
})

/** The questions of the help, in their order. */
export const questions = ['who', 'final', 'back', 'review', 'payout'] as const
