import { dictionary } from '../../../lib/text/text.ts'

export const settingsFormText = dictionary({
  en: {
    sections: 'Sections',
    discard: 'Discard',
    saved: 'Settings saved',
    nothingModified: 'Nothing was changed',
    someFailed: 'Some settings were not saved. Try again.',
    secretSet: 'set',
    secretKept: 'Cannot be shown again. Leave empty to keep it.',
    secretRemove: 'Remove',
    secretRemoved: 'Removed when you save.',
    secretUndo: 'Keep it',
    damaged: ({ names }: { names: string }) => `Stored settings that cannot be read: ${names}`,
    damagedText:
      'The values below are in use. Save them again, or the server may not start next time. Secrets must be entered again.',
    damagedSave: 'Save the values in use',
  },
  zh: {
    sections: '设置分区',
    discard: '放弃',
    saved: '设置已保存',
    nothingModified: '没有修改任何内容',
    someFailed: '部分保存失败，请重试',
    secretSet: '已设置',
    secretKept: '保存后无法再次查看，留空则保留。',
    secretRemove: '移除',
    secretRemoved: '保存后将被移除。',
    secretUndo: '保留',
    damaged: ({ names }) => `以下设置的存储值无法读取：${names}`,
    damagedText:
      '当前生效的是最后一次读取到的值或默认值，即下方显示的值。请重新保存，否则服务器下次可能拒绝启动。密钥需要重新填写。',
    damagedSave: '保存当前生效的值',
  },
})
