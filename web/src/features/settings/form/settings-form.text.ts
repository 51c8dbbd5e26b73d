import { dictionary } from '../../../lib/text/text.ts'

export const settingsFormText = dictionary({
  en: {
    sections: 'Sections',
    discard: 'Discard',
    saved: 'Settings saved',
    nothingModified: 'nothing was modified',
    someFailed: 'some saves failed, please retry',
    secretSet: 'set',
    secretKept: 'Nobody can read it back. Leave empty to keep it.',
    secretRemove: 'Remove',
    secretRemoved: 'Will be removed when you save.',
    secretUndo: 'Keep it',
  },
  zh: {
    sections: '设置分区',
    discard: '放弃',
    saved: '设置已保存',
    nothingModified: '没有修改任何内容',
    someFailed: '部分保存失败，请重试',
    secretSet: '已设置',
    secretKept: '保存后任何人都无法查看，留空则保留。',
    secretRemove: '移除',
    secretRemoved: '保存后将被移除。',
    secretUndo: '保留',
  },
})
