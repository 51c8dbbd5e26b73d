import { dictionary } from '../../../lib/text/text.ts'

type Name = { name: string }

export const conversationsText = dictionary({
  en: {
    title: 'Conversations',
    search: 'Search names and messages',
    none: 'No conversations yet',
    noMatch: 'No conversation matches',
    unnamed: 'New conversation',
    rename: 'Rename',
    exportOne: 'Export',
    exportAll: 'Export all',
    importFile: 'Import',
    imported: ({ count }: { count: number }) =>
      count === 1 ? '1 conversation imported' : `${count} conversations imported`,
    noFile: 'This file contains no conversations',
    removeTitle: ({ name }: Name) => `Delete “${name}”?`,
    removeText: 'Its messages are deleted from this browser. The usage log stays.',
    removeAll: 'Delete all',
    removeAllTitle: ({ count }: { count: number }) => `Delete all ${count} conversations?`,
    forget: 'Delete at sign-out',
    forgetText: 'Conversations and settings of the playground are deleted from this browser when you sign out.',
    kept: 'Kept in this browser only, for this account.',
    inOrder: ({ count }: { count: number }) => (count === 1 ? '1 model' : `${count} models`),
  },
  zh: {
    title: '对话',
    search: '搜索名称和消息',
    none: '还没有对话',
    noMatch: '没有符合条件的对话',
    unnamed: '新对话',
    rename: '重命名',
    exportOne: '导出',
    exportAll: '全部导出',
    importFile: '导入',
    imported: ({ count }) => `已导入 ${count} 个对话`,
    noFile: '此文件中没有对话，请选择从这里导出的文件',
    removeTitle: ({ name }) => `删除“${name}”？`,
    removeText: '消息将从此浏览器删除，使用日志保留。',
    removeAll: '全部删除',
    removeAllTitle: ({ count }) => `删除全部 ${count} 个对话？`,
    forget: '退出登录时删除',
    forgetText: '退出登录时，从此浏览器删除操练场的对话和设置。',
    kept: '仅保存在此浏览器，属于当前账户。',
    inOrder: ({ count }) => `${count} 个模型`,
  },
})
