import { dictionary } from '../../lib/text/text.ts'

type Terms = { share: number; size: number; days: number }

export const recordsText = dictionary({
  ofToken: ['Recording of token {name}', '令牌 {name} 的记录'],
  ofGroup: ['Recording of group {name}', '分组 {name} 的记录'],
  ofUser: ['Recording of user {name}', '用户 {name} 的记录'],
  userHelp: [
    'Tokens whose prompts and responses are recorded. Only their owner sets this.',
    '提示词和回答会被记录的令牌，只有其所有者可以设置。',
  ],
  userNone: ['No token of this user records.', '此用户没有令牌在记录。'],
  switchedOff: ['Recording is switched off for this installation', '本站未开启记录'],
  switchedOffText: [
    'Nothing is recorded, whatever is set here, until the super administrator allows it.',
    '在超级管理员允许之前，无论此处如何设置都不会记录任何内容。',
  ],
  switchedOffRoot: [
    'Allow it under Settings, Logs. Until then nothing is recorded, whatever is set here.',
    '请在“设置 → 日志”中允许。在此之前，无论此处如何设置都不会记录任何内容。',
  ],
  isOn: ['Record prompts and responses', '记录提示词和回答'],
  tokenHelp: [
    'Keeps what you send with this token and what you get back, encrypted. You can read and delete it in the usage log. The super administrator can read it too; each such reading is noted in your log.',
    '加密保存你用此令牌发送和收到的内容。你可以在使用日志中查看和删除。超级管理员也可以查看，每次查看都会写入你的日志。',
  ],
  groupHelp: [
    'Keeps what users of the group send and get back, encrypted. They are told on their pages and by a header of each response. They can read their own records; you can read all, and each reading is audited. Only you can delete them early. Tell your users why you record, and for how long: the law of your country may require it.',
    '加密保存此分组的用户发送和收到的内容。用户会在页面上和每次回答的响应头中得知。用户可以查看自己的记录；你可以查看全部记录，每次查看都会写入审计日志。只有你可以提前删除。请告知用户记录的原因和期限，你所在地区的法律可能要求这样做。',
  ],
  share: ['Share of calls, in percent', '记录的调用比例（%）'],
  shareHelp: ['Chosen at random.', '随机抽取。'],
  size: ['Most kept of each side, in kB', '每一方最多保存（kB）'],
  sizeHelp: ['Of the request and of the response. Longer ones are cut.', '请求和回答分别计算，超出部分会被截断。'],
  days: ['Kept for, in days', '保存天数'],
  daysHelp: ['Records that exist keep the time they were made with.', '已有的记录仍按写入时的期限保存。'],
  redact: ['Cut out what is private', '去除隐私内容'],
  redactHelp: [
    'Mail addresses, telephone and card numbers, keys and tokens are replaced by a word; images, sound and files by their size. Names and other words stay.',
    '邮箱、电话、卡号、密钥和令牌会被替换为一个词，图片、音频和文件只保留大小。姓名和其他文字会保留。',
  ],
  number: ['A whole number from {min} to {max}', '请输入 {min} 到 {max} 的整数'],
  saved: ['Recording saved', '记录设置已保存'],
  clear: ['Delete records', '删除记录'],
  count: [
    ({ count }: { count: number }) => (count === 1 ? '1 record is kept.' : `${count} records are kept.`),
    ({ count }) => `已保存 ${count} 条记录。`,
  ],
  clearQuestion: ['Delete all records of {name}?', '删除 {name} 的全部记录？'],
  clearText: [
    'Prompts and responses are deleted and cannot be restored. The usage log stays.',
    '提示词和回答会被删除且无法恢复，使用日志不受影响。',
  ],
  clearVerb: ['Delete all records', '删除全部记录'],
  cleared: ['{count record} deleted', '已删除 {count} 条记录'],
  recorded: ['Recorded', '有记录'],
  tokenNotice: ['Prompts and responses of this token are recorded', '此令牌的提示词和回答会被记录'],
  groupNotice: ['Prompts and responses are recorded in group {groups}', '分组 {groups} 的提示词和回答会被记录'],
  readers: ['You and the super administrator can read them.', '你和超级管理员可以查看。'],
  terms: [
    ({ share, size, days }: Terms) =>
      `${share === 100 ? 'All calls' : `${share}% of calls`}, up to ${size} kB of each side, deleted after ${days === 1 ? '1 day' : `${days} days`}`,
    ({ share, size, days }) =>
      `${share === 100 ? '全部调用' : `${share}% 的调用`}，每一方最多 ${size} kB，${days} 天后删除`,
  ],
  redacted: ['without addresses, numbers, keys and media', '不含邮箱、号码、密钥和媒体'],
  asIs: ['word for word', '保留原文'],
  sentence: ['{words}.', '{words}。'],
})
