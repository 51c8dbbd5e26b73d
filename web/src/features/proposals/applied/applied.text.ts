import { dictionary } from '../../../lib/text/text.ts'

export const appliedText = dictionary({
  facts: [
    'Prices that were applied from sources, from proposals, or with a new version. Each can be undone.',
    '来自价格来源、变更建议或新版本的已应用价格，均可撤销。',
  ],
  at: ['Applied', '应用时间'],
  origin: ['From', '来源'],
  source: ['applied automatically', '自动应用'],
  inbox: ['accepted', '接受建议'],
  shipped: ['shipped prices of {day}', '内置价格 {day}'],
  inboxOf: ['{name}, accepted', '{name}，接受建议'],
  sourceOf: ['{name}, automatically', '{name}，自动应用'],
  more: ['and {count} more', '等另外 {count} 个'],
  by: ['By', '操作人'],
  inForce: ['Active', '生效中'],
  from: ['From {time}', '{time} 生效'],
  undoneHalf: ['Partly undone', '部分撤销'],
  emptyTitle: ['No applied prices yet', '还没有已应用的价格'],
  emptyText: [
    'Accepted proposals and prices that a source applied automatically are listed here.',
    '接受的变更建议和来源自动应用的价格会列在这里。',
  ],
  toProposals: ['Review proposals', '审核变更建议'],
  question: ['Undo {count price}?', '撤销 {count} 个价格？'],
  questionText: [
    'The previous prices apply again immediately. Prices changed since then stay as they are.',
    '立即恢复之前的价格。之后又被修改的价格保持不变。',
  ],
  done: ['{count price} restored', '已恢复 {count} 个价格'],
  changed: ['Changed since, and left as they are: {models}', '之后又被修改，保持不变：{models}'],
  drawerTitle: ['{count applied price}', '{count} 个已应用的价格'],
  undonePrice: ['undone', '已撤销'],
})
