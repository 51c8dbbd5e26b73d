import { dictionary } from '../../lib/text/text.ts'

export const settingsText = dictionary({
  en: {
    title: 'Settings',
    personal: 'Personal',
    operation: 'Operation',
    system: 'System',
    other: 'Other',
    tabs: 'Tabs',
    history: 'History',
  },
  zh: {
    title: '设置',
    personal: '个人',
    operation: '运营',
    system: '系统',
    other: '其他',
    tabs: '标签页',
    history: '修改记录',
  },
})
