import { dictionary } from '../../../lib/text/text.ts'

export const formText = dictionary({
  sections: ['Sections', '设置分区'],
  saved: ['Settings saved', '设置已保存'],
  someFailed: ['Some settings were not saved. Try again.', '部分保存失败，请重试'],
  setUp: ['Open its settings', '前往配置'],
  secretSet: ['set', '已设置'],
  secretKept: ['Cannot be shown again. Leave empty to keep it.', '保存后无法再次查看，留空则保留。'],
  secretRemove: ['Remove', '移除'],
  secretRemoved: ['Removed when you save.', '保存后将被移除。'],
  secretUndo: ['Keep it', '保留'],
  damaged: ['Stored settings that cannot be read: {names}', '以下设置的存储值无法读取：{names}'],
  damagedText: [
    'The values below are in use. Save them again, or the server may not start next time. Secrets must be entered again.',
    '当前生效的是最后一次读取到的值或默认值，即下方显示的值。请重新保存，否则服务器下次可能拒绝启动。密钥需要重新填写。',
  ],
  damagedSave: ['Save the values in use', '保存当前生效的值'],
})
