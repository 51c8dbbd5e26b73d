import { dictionary } from '../../../lib/text/text.ts'

export const refundOrderText = dictionary({
  title: ['Refund this order?', '为此订单退款？'],
  amount: ['Refund amount', '退款金额'],
  ofPrice: ['{money} paid', '已付 {money}'],
  ofRest: ['{money} paid · {refunded} refunded', '已付 {money} · 已退 {refunded}'],
  tooMuch: ['Enter an amount up to {left}', '请输入不超过 {left} 的金额'],
  takes: ['{amount} is taken from the balance of {user}.', '将从 {user} 的余额扣回 {amount}。'],
  endsPlan: [
    'A full refund ends the plan. A partial one leaves it. The balance stays as it is.',
    '全额退款会终止套餐，部分退款不影响套餐。余额不变。',
  ],
  byApi: ['Stripe pays the money back to the card.', 'Stripe 会把款项退回原银行卡。'],
  byHand: [
    'This only records the refund. First pay the money back at the provider.',
    '此处只记录退款，请先在支付服务商后台退款。',
  ],
  verb: ['Refund {money}', '退款 {money}'],
  verbRecord: ['Record refund of {money}', '记录退款 {money}'],
  done: ['{money} refunded to {user}', '已向 {user} 退款 {money}'],
  pending: ['Refund sent. Stripe has not confirmed it yet.', '退款已提交，等待 Stripe 确认。'],
})
