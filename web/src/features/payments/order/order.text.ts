import { dictionary } from '../../../lib/text/text.ts'

export const orderText = dictionary({
  title: ['Order', '订单'],
  number: ['Order number', '订单号'],
  method: ['Method', '支付方式'],
  paid: ['Price', '实付'],
  worth: ['Credit', '到账'],
  credited: ['Credited', '已到账'],
  pending: ['Awaiting payment', '待支付'],
  timeline: ['Timeline', '时间线'],
  stepCreated: ['Created', '已创建'],
  stepExpired: ['Expired', '已过期'],
  stepCredited: ['Paid and credited', '已支付并到账'],
  stepWaiting: ['Waiting for payment', '等待支付'],
  byHand: ['completed by hand by {name}', '由 {name} 手动完成'],
  late: ['Not paid in time. A late payment is still credited.', '未在时限内支付。之后付款仍会到账。'],
})
