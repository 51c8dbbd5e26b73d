import { dictionary } from '../../../lib/text/text.ts'

export const payoutText = dictionary({
  title: ['Request a payout', '申请提现'],
  amount: ['Amount', '提现金额'],
  available: ['{amount} available.', '可用收益 {amount}。'],
  atLeast: ['{amount} available, at least {minimum}.', '可用收益 {amount}，最低提现 {minimum}。'],
  minimum: ['Minimum', '最低'],
  sum: ['What arrives', '到账金额'],
  fee: ['Fee', '手续费'],
  feeOf: ['Fee ({terms})', '手续费（{terms}）'],
  arrives: ['You receive', '实际到账'],
  method: ['How you are paid', '收款方式'],
  noMethodTitle: ['No way to be paid is set up', '尚未设置收款方式'],
  noMethodText: [
    'Ask the operator of this site. Until then you can move your earnings to your balance.',
    '请联系本站运营方。在此之前，可以将收益划转到余额。',
  ],
  accountHelp: ['Stored encrypted. Only super administrators can see it.', '加密保存，仅超级管理员可以查看。'],
  continue: ['Continue', '继续'],
  summary: ['{amount} arrives', '到账 {amount}'],
  confirmTitle: ['Request {amount} through {method}?', '使用“{method}”提现 {amount}？'],
  confirmText: [
    'Check the account: it cannot be changed later. You can cancel the request until it is approved.',
    '请核对收款账户，提交后无法修改。批准之前可以撤销申请。',
  ],
  confirm: ['Request payout', '确认提现'],
  back: ['Back', '返回修改'],
  requested: ['Payout requested', '提现申请已提交'],
  toRecords: ['Withdrawal records', '提现记录'],
})
