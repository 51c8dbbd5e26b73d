import { dictionary } from '../../lib/text/text.ts'

/** The kinds of entries that change a balance. */
export const ledgerKindsText = dictionary({
  top_up: ['Top-up', '充值'],
  redemption: ['Redemption code', '兑换码'],
  grant: ['New-user gift', '新用户赠送'],
  invite_reward: ['Invitation reward', '邀请奖励'],
  transfer: ['Earnings transferred', '邀请收益转入'],
  refund: ['Refund', '退款'],
  manual_refund: ['Refund of a request', '请求退款'],
  rule_refund: ['Refund by a rule', '按规则退款'],
  service_credit: ['Compensation', '服务补偿'],
  order_refund: ['Order refunded', '订单退款'],
  adjustment_credit: ['Added by an administrator', '管理员增加'],
  adjustment_debit: ['Deducted by an administrator', '管理员减少'],
  charge: ['Requests', '请求'],
  plan_purchase: ['Plan bought', '购买套餐'],
  plan_grant: ['Allowance of a plan', '套餐金额发放'],
  plan_expiry: ['Unused allowance of a plan', '套餐金额到期'],
  org_transfer_in: ['Received from a member', '成员转入'],
  org_transfer_out: ['Moved to an organization', '转入组织'],
  dividend: ['Dividend', '分成'],
  dividend_reversal: ['Dividend taken back', '分成扣回'],
  withdrawal: ['Payout of earnings', '收益提现'],
})
