import { dictionary } from '../../lib/text/text.ts'

export const walletText = dictionary({
  title: ['Wallet', '钱包'],
  ofOrganisation: ['Shared by the members of {name}', '由 {name} 的成员共用'],
  noPayment: ['Owners, admins and billing members top up.', '所有者、管理员和财务成员可以充值。'],
  toStatement: ['Open the statement', '查看对账单'],
  log: ['Usage log', '使用日志'],
  balance: ['Balance', '可用余额'],
  quota: ['{amount} quota', '{amount} 额度'],
  used: ['Total used', '历史消耗'],
  held: ['In progress', '进行中'],
  heldHelp: [
    'Reserved for running requests. The rest is released when they end.',
    '为进行中的请求预留，结束后未用完的部分会释放。',
  ],
  lasts: [
    ({ days }: { days: number }) => {
      if (days === 0) return 'Less than a day at your 7-day average'
      if (days > 365) return 'Over a year at your 7-day average'
      return `About ${days} ${days === 1 ? 'day' : 'days'} at your 7-day average`
    },
    ({ days }) => {
      if (days === 0) return '按近 7 天均值不足 1 天'
      if (days > 365) return '按近 7 天均值可用一年以上'
      return `按近 7 天均值约可用 ${days} 天`
    },
  ],
  redeemTitle: ['Redemption code', '兑换码'],
  redeemText: ['Each code can be used once.', '一码一用，立即到账。'],
  redeemLabel: ['Redemption code', '兑换码'],
  redeemPlaceholder: ['Paste a code', '粘贴兑换码'],
  redeem: ['Redeem', '兑换'],
  redeemEmpty: ['Enter a redemption code', '请输入兑换码'],
  redeemed: ['{amount} credited', '{amount} 已到账'],
  getCode: ['Get a code', '获取兑换码'],
  history: ['Records', '记录'],
  records: ['Balance changes', '余额变动'],
  rebates: ['Rebates', '返利'],
  noOrders: ['No orders yet', '还没有订单'],
  noOrdersText: ['Your payments are listed here.', '你的付款会列在这里。'],
  noRecords: ['No balance changes yet', '还没有余额变动'],
  noRecordsText: ['Top-ups, codes, gifts and refunds are listed here.', '充值、兑换码、赠送和退款会列在这里。'],
  noRebates: ['No rebates yet', '还没有返利'],
  noRebatesText: [
    'Rewards for sign-ups through your invitation link are listed here.',
    '他人通过你的邀请链接注册后，奖励会列在这里。',
  ],
  invite: ['Open invitations', '前往邀请'],
  earnings: ['{waiting} available · {all} total earned', '待划转 {waiting} · 累计收益 {all}'],
  kind: ['Kind', '类型'],
  reference: ['Reference', '单号'],
  amount: ['Amount', '金额'],
  top_up: ['Online top-up', '在线充值'],
  redemption: ['Redemption code', '兑换码'],
  grant: ['Gift', '赠送'],
  transfer: ['Invitation earnings moved', '邀请收益划转'],
  invite_reward: ['Invitation reward', '邀请奖励'],
  refund: ['Refund', '退款'],
  manual_refund: ['Refund of a request', '请求退款'],
  order_refund: ['Order refunded', '订单退款'],
  plan_purchase: ['Plan bought', '购买套餐'],
  dividend: ['Dividend', '分成'],
  dividend_reversal: ['Dividend taken back', '分成扣回'],
  withdrawal: ['Payout of earnings', '收益提现'],
  adjustment_credit: ['Added by an administrator', '管理员增加'],
  adjustment_debit: ['Deducted by an administrator', '管理员减少'],
  toEarnings: ['to the invitation earnings', '计入邀请收益'],
  fromEarnings: ['from the invitation earnings', '从邀请收益中扣除'],
  dividends: ['Dividend records', '分成记录'],
  code: ['Code {id}', '兑换码 {id}'],
})
