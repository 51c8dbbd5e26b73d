import { dictionary } from '../../../lib/text/text.ts'

export const optionHistoryText = dictionary({
  en: {
    title: 'History of settings',
    setting: 'Setting',
    anySetting: 'All settings',
    value: 'Value',
    on: 'On',
    off: 'Off',
  },
  zh: {
    title: '设置的修改记录',
    setting: '设置项',
    anySetting: '全部设置项',
    value: '值',
    on: '开启',
    off: '关闭',
  },
})
