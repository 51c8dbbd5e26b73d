import { dictionary } from '../../../lib/text/text.ts'

export const manageText = dictionary({
  title: ['Orders', '订单'],
  tabs: ['Orders and callbacks', '订单与回调'],
  callbacks: ['Callbacks', '回调'],
  search: ['Order number or user', '订单号或用户名'],
  pending: ['Awaiting payment', '待支付'],
  success: ['Credited', '已到账'],
  completedBy: ['Completed by', '完成方式'],
  provider: ['Payment', '付款'],
  complete: ['Complete', '手动完成'],
  completeTitle: ['Complete this order by hand?', '手动完成这个订单？'],
  completeText: [
    "{user} gets {amount} for a payment of {sum}. Do this only when the provider's own records show the payment: a credit cannot be taken back here.",
    '{user} 将因付款 {sum} 获得 {amount}。请先在服务商后台确认已收到付款：到账后无法在此撤回。',
  ],
  completeVerb: ['Credit {amount} to {user}', '为 {user} 入账 {amount}'],
  completed: ['{amount} credited to {user}', '已为 {user} 入账 {amount}'],
  emptyTitle: ['No orders yet', '还没有订单'],
  emptyText: ['Payments by users are listed here.', '用户发起的每笔付款都会列在这里。'],
  noMatch: ['No orders match', '没有符合条件的订单'],
  matching: ['matching “{text}”', '匹配“{text}”'],
  withStatus: ['status {status}', '状态为{status}'],
})
