import { dictionary } from '../../../lib/text/text.ts'

export const planRevenueText = dictionary({
  title: ['Plans', '套餐'],
  facts: ['Sales and use in this range', '此范围内的销售与使用'],
  plan: ['Plan', '套餐'],
  sold: ['Sold', '售出'],
  renewed: ['Renewed', '续费'],
  running: ['Running', '进行中'],
  paid: ['Payments', '在线支付'],
  fromBalance: ['From balances', '余额支付'],
  granted: ['Allowance', '已发放用量'],
  usedOf: ['Used', '已使用'],
  share: ['Use', '使用率'],
  gone: ['Plan {id}, deleted', '套餐 {id}，已删除'],
  none: ['No plans in this range', '此范围内没有套餐'],
  noneText: [
    'Sales of each plan, and the use of what was sold, appear here.',
    '这里显示每个套餐的销售额和已售用量的使用情况。',
  ],
  openPlans: ['Open plans', '打开套餐'],
})
