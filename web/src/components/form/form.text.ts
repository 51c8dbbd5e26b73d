import { dictionary } from '../../lib/text/text.ts'

export const formText = dictionary({
  unsaved: ['{count unsaved change}', '{count} 项未保存的更改'],
  nothingUnsaved: ['No unsaved changes', '没有未保存的更改'],
  comma: [', ', '、'],
  save: ['Save', '保存'],
  leaveTitle: ['Leave without saving?', '放弃未保存的更改？'],
  leaveText: ['These changes will be lost: {names}.', '以下更改将会丢失：{names}。'],
  leave: ['Leave', '离开'],
  stay: ['Stay', '留下'],
})
