import { dictionary } from '../../lib/text/text.ts'

export const refundText = dictionary({
  refunds: ['Refunds', '退款'],
  refund: ['Refund', '退款'],
  by: ['by {name}', '操作人 {name}'],
  automatic: ['Automatic correction', '自动更正'],
  title: ['Refund this request?', '退还这次请求的费用？'],
  charged: ['{charged} was charged.', '已扣 {charged}。'],
  refundedBefore: ['{charged} was charged, {refunded} refunded.', '已扣 {charged}，已退 {refunded}。'],
  tooMuch: ['Enter an amount up to {left}', '请输入不超过 {left} 的金额'],
  verb: ['Refund {amount}', '退还 {amount}'],
  done: ['{amount} refunded to {name}', '已向 {name} 退还 {amount}'],
})
