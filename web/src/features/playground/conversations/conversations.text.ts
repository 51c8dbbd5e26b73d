import { dictionary } from '../../../lib/text/text.ts'

export const conversationsText = dictionary({
  title: ['Conversations', '对话'],
  search: ['Search names and messages', '搜索名称和消息'],
  none: ['No conversations yet', '还没有对话'],
  noneText: [
    'Each chat is kept in this browser from its first message. A file of conversations can be imported.',
    '从第一条消息起，对话保存在此浏览器中。也可以导入对话文件。',
  ],
  noMatch: ['No conversation matches', '没有符合条件的对话'],
  unnamed: ['New conversation', '新对话'],
  exportOne: ['Export', '导出'],
  exportAll: ['Export all', '全部导出'],
  importFile: ['Import', '导入'],
  imported: ['{count conversation} imported', '已导入 {count} 个对话'],
  noFile: ['This file contains no conversations', '此文件中没有对话，请选择从这里导出的文件'],
  removeTitle: ['Delete “{name}”?', '删除“{name}”？'],
  removeText: [
    'Its messages are deleted from this browser. The usage log stays.',
    '消息将从此浏览器删除，使用日志保留。',
  ],
  removeAll: ['Delete all', '全部删除'],
  removeAllTitle: ['Delete all {count} conversations?', '删除全部 {count} 个对话？'],
  forget: ['Delete at sign-out', '退出登录时删除'],
  forgetText: [
    'Conversations and settings of the playground are deleted from this browser when you sign out.',
    '退出登录时，从此浏览器删除操练场的对话和设置。',
  ],
  kept: ['Kept in this browser only, for this account.', '仅保存在此浏览器，属于当前账户。'],
  inOrder: ['{count model}', '{count} 个模型'],
})
