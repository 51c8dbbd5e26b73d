import { dictionary } from '../../../lib/text/text.ts'

export const buyPlanText = dictionary({
  title: ['Buy {name}?', '购买“{name}”？'],
  replace: ['Your running plans', '现有套餐'],
  keepAll: ['Keep all of them', '全部保留'],
  replaceOne: ['Replace {name}', '替换 {name}'],
  replaceHelp: ['The plan ends now. Its unused part lowers the price.', '该套餐立即结束，未使用的部分抵扣价格。'],
  credit: ['Unused part of {name}', '{name} 抵扣'],
  due: ['You pay', '应付金额'],
  method: ['Pay by', '支付方式'],
  theBalance: ['Balance', '余额'],
  available: ['{amount} available', '可用 {amount}'],
  missing: ['{amount} missing', '还差 {amount}'],
  renewsBy: ['Renews at the end of each period', '到期自动续费'],
  renewal: [
    'Renews at the end of each period. You can cancel the renewal at any time.',
    '每个周期结束时自动续费，可随时取消。',
  ],
  providerPage: ['The page of the payment provider opens.', '将打开支付服务商的页面。'],
  noWay: ['The balance is too low, and online payment is not available.', '余额不足，且没有可用的在线支付方式。'],
  pay: ['Pay', '支付'],
  paySum: ['Pay {sum}', '支付 {sum}'],
  getFree: ['Get the plan', '领取套餐'],
  boughtTitle: ['The plan is running', '套餐已生效'],
  boughtText: ['{name} pays for your requests now.', '{name} 已开始支付你的请求。'],
  boughtNotUsed: [
    '{name} is running. Your payment order leaves plans unused.',
    '{name} 已生效，但当前的扣费顺序不使用套餐。',
  ],
  stays: [
    'You can close this window. The plan begins when the payment arrives.',
    '可以关闭此窗口，到账后套餐会自动生效。',
  ],
})
