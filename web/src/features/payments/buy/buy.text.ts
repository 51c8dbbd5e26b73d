import { dictionary } from '../../../lib/text/text.ts'

/** `0.95` is `−5 %`. */
const percentOf = (ratio: number) => `${ratio < 1 ? '−' : '+'}${rounded(Math.abs(ratio - 1) * 100)} %`
/** `0.95` is 95 折, and `0.8` is 8 折. */
function zheOf(ratio: number) {
  if (ratio > 1) return `+${rounded((ratio - 1) * 100)}%`
  const percent = rounded(ratio * 100)
  return `${percent % 10 === 0 ? percent / 10 : percent} 折`
}
const rounded = (percent: number) => Math.round(percent * 100) / 100

export const buyText = dictionary({
  title: ['Online top-up', '在线充值'],
  minimum: ['At least {amount}', '最低 {amount}'],
  presets: ['Presets', '常用金额'],
  custom: ['Other amount', '自定义金额'],
  customPoints: ['Other amount, in quota', '其他金额（额度）'],
  amountInvalid: ['Enter a whole number of at least 1', '请输入不小于 1 的整数'],
  method: ['Payment method', '支付方式'],
  due: ['To pay', '应付'],
  worth: ['Top-up', '充值金额'],
  unitPrice: ['Price', '单价'],
  perDollar: ['{price} / $1', '{price} / $1'],
  discount: ['{group} discount', '{group} 折扣'],
  surcharge: ['{group} surcharge', '{group} 加价'],
  percent: [({ ratio }: { ratio: number }) => percentOf(ratio), ({ ratio }) => zheOf(ratio)],
  payable: ['You pay', '应付金额'],
  after: ['Adds {amount}. Your new balance will be {balance}.', '到账 {amount}，余额将为 {balance}。'],
  pay: ['Pay', '支付'],
  paySum: ['Pay {sum}', '支付 {sum}'],
  confirmTitle: ['Pay {sum}?', '支付 {sum}？'],
  confirmText: ['The page of the payment provider opens ({method}).', '将打开支付服务商的页面（{method}）。'],
  waitingTitle: ['Waiting for payment', '等待支付'],
  waitingText: [
    'Pay on the page that opened. This window updates when the payment arrives.',
    '请在打开的页面完成支付，到账后这里会自动更新。',
  ],
  openAgain: ['Open the payment page again', '重新打开支付页面'],
  stays: ['You can close this window. Your balance is still updated.', '可以关闭此窗口，付款仍会到账。'],
  creditedTitle: ['Payment received', '支付成功'],
  creditedText: ['{amount} added to your balance.', '{amount} 已到账。'],
  order: ['Order', '订单号'],
})
