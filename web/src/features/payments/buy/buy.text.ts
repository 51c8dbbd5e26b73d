import { dictionary } from '../../../lib/text/text.ts'

export const buyText = dictionary({
  title: ['Online top-up', '在线充值'],
  setUp: ['Set up payment', '设置支付'],
  minimum: [({ amount }: { amount: string }) => `At least ${amount}`, ({ amount }) => `最低 ${amount}`],
  presets: ['Presets', '常用金额'],
  custom: ['Other amount', '自定义金额'],
  customPoints: ['Other amount, in quota', '自定义额度'],
  amountInvalid: ['Enter a whole number of at least 1', '请输入不小于 1 的整数'],
  method: ['Payment method', '支付方式'],
  due: ['To pay', '应付'],
  worth: ['Top-up', '充值金额'],
  unitPrice: ['Price', '单价'],
  perDollar: [({ price }: { price: string }) => `${price} / $1`, ({ price }) => `${price} / $1`],
  ratio: [({ group }: { group: string }) => `Ratio of group ${group}`, ({ group }) => `分组 ${group} 充值倍率`],
  payable: ['You pay', '应付金额'],
  after: [
    ({ amount, balance }: { amount: string; balance: string }) => `Credits ${amount}; the balance will be ${balance}.`,
    ({ amount, balance }) => `到账 ${amount}，余额将为 ${balance}。`,
  ],
  pay: ['Pay', '支付'],
  paySum: [({ sum }: { sum: string }) => `Pay ${sum}`, ({ sum }) => `支付 ${sum}`],
  confirmTitle: [({ sum }: { sum: string }) => `Pay ${sum}?`, ({ sum }) => `支付 ${sum}？`],
  confirmText: [
    ({ method }: { method: string }) => `The page of the payment provider opens (${method}).`,
    ({ method }) => `将打开支付服务商的页面（${method}）。`,
  ],
  waitingTitle: ['Waiting for payment', '等待支付'],
  waitingText: [
    'Pay on the page that opened. This window updates when the payment arrives.',
    '请在打开的页面完成支付，到账后这里会自动更新。',
  ],
  openAgain: ['Open the payment page again', '重新打开支付页面'],
  stays: ['You can close this window. The payment is still credited.', '可以关闭此窗口，付款仍会到账。'],
  creditedTitle: ['Payment received', '支付成功'],
  creditedText: [
    ({ amount }: { amount: string }) => `${amount} credited to your balance.`,
    ({ amount }) => `${amount} 已到账。`,
  ],
  order: ['Order', '订单号'],
})
