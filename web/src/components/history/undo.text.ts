import { dictionary } from '../../lib/text/text.ts'

export const undoText = dictionary({
  en: {
    undo: 'Undo',
    undone: 'Undone',
    undoneSome: ({ count }: { count: number }) => `Undone for ${count} channels`,
    changedSince: ({ target, field }: { target: string; field: string }) =>
      `Not undone: “${field}” of ${target} was changed since.`,
    deletedSince: ({ target }: { target: string }) => `Not undone: ${target} was deleted since.`,
  },
  zh: {
    undo: '撤销',
    undone: '已撤销',
    undoneSome: ({ count }) => `已撤销对 ${count} 个渠道的操作`,
    changedSince: ({ target, field }) => `未撤销：${target} 的“${field}”之后又被修改。`,
    deletedSince: ({ target }) => `未撤销：${target} 之后被删除。`,
  },
})
