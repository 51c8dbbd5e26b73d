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
    damaged: ({ names }: { names: string }) => `Stored settings that cannot be read: ${names}`,
    damagedText:
      'The values below are in force: those that were read last, or the defaults. Save them again, or the server may refuse its next start. Secrets must be typed again.',
    damagedSave: 'Save the values in force',
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
    damaged: ({ names }) => `以下设置的存储值无法读取：${names}`,
    damagedText:
      '当前生效的是最后一次读取到的值或默认值，即下方显示的值。请重新保存，否则服务器下次可能拒绝启动。密钥需要重新填写。',
    damagedSave: '保存当前生效的值',
  },
})
