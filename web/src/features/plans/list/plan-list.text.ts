import { dictionary } from '../../../lib/text/text.ts'

export const planListText = dictionary({
  title: ['Plans', '套餐'],
  facts: ['{total} total · {on} on sale', '共 {total} 个 · {on} 个在售'],
  create: ['Create plan', '新建套餐'],
  plan: ['Plan', '套餐'],
  allowance: ['Allowance', '用量上限'],
  unlimited: ['No limit', '不限'],
  onSale: ['On sale', '在售'],
  onSaleOf: ['{title} is on sale', '{title} 在售'],
  sold: ['Running / sold', '进行中 / 已售'],
  runningSold: ['{running} running · {sold} sold', '{running} 个进行中 · 已售 {sold} 个'],
  order: ['Order', '排序'],
  orderOf: ['Order of {title}', '{title} 的排序'],
  orderProblem: ['Enter a whole number', '请输入整数'],
  subscribers: ['Show subscriptions', '查看订阅'],
  resetAll: ['Reset usage', '重置用量'],
  resetQuestion: ['Reset the usage of “{title}”?', '重置“{title}”的用量？'],
  resetText: [
    'All running subscriptions of the plan start again with nothing used.',
    '该套餐所有进行中的订阅都将从零开始计算用量。',
  ],
  resetDone: ['{count subscription} reset', '已重置 {count} 个订阅'],
  removeQuestion: ['Delete “{title}”?', '删除“{title}”？'],
  removeText: [
    'It can no longer be bought. Subscriptions run until their end.',
    '删除后无法再购买，已有订阅会运行到期满。',
  ],
  removed: ['{title} deleted', '{title} 已删除'],
  emptyTitle: ['No plans yet', '还没有套餐'],
  emptyText: ['A plan sells an allowance for a span of time, such as a month.', '套餐按时段出售用量，例如按月。'],
})
