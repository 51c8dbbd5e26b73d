import { dictionary } from '../../lib/text/text.ts'

export const agentText = dictionary({
  title: ['Sales agent', '代理中心'],
  factsPayments: ['{percent}% of payments · {amount} available', '付款的 {percent}% · 可用 {amount}'],
  factsSpend: ['{percent}% of spend · {amount} available', '消耗的 {percent}% · 可用 {amount}'],
  tabs: ['Sales agent', '代理中心'],
  overview: ['Overview', '总览'],
  invited: ['Invited people', '邀请的用户'],
  dividends: ['Dividend records', '分成记录'],
  withdrawals: ['Withdrawal records', '提现记录'],
  terms: ['Terms & help', '规则与帮助'],
  offTitle: ['Sales agents are off', '未开启代理功能'],
  offText: ['A super administrator can turn them on in the settings.', '超级管理员可以在设置中开启。'],
  toSettings: ['Turn it on in the settings', '在设置中开启'],
  move: ['Move to balance', '划转到余额'],
  request: ['Request payout', '申请提现'],
  applyAgain: ['Apply again', '重新申请'],
})
