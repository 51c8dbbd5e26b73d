import { dictionary } from '../../../lib/text/text.ts'

export const listText = dictionary({
  select: ['Select {name}', '选择 {name}'],
  keys: ['Shortcuts', '快捷键'],
  keysText: [
    'Shortcuts apply to the selected rows, or to the marked row.',
    '作用于已选中的行；没有选中时作用于带标记的行。',
  ],
  next: ['Next row', '下一行'],
  previous: ['Previous row', '上一行'],
  ends: ['First and last row', '第一行和最后一行'],
  toggle: ['Select the row', '选中该行'],
  toggleAll: ['Select all rows', '选中全部行'],
  undoLast: ['Undo the last action', '撤销上一步操作'],
  clear: ['Clear the selection', '取消选择'],
  search: ['Search', '搜索'],
})
