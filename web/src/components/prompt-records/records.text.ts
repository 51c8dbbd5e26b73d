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
  userNone: ['No token of this user is recorded.', '此用户没有被记录的令牌。'],
  switchedOff: ['Recording is switched off for this installation', '本站未开启记录'],
  switchedOffText: [
    'Nothing is recorded until the super administrator allows it.',
    '超级管理员允许之前，不会记录任何内容。',
  ],
  switchedOffRoot: [
    'Allow it under Settings, Logs. Until then nothing is recorded.',
    '请在“设置 → 日志”中允许。在此之前，不会记录任何内容。',
  ],
  isOn: ['Record prompts and responses', '记录提示词和回答'],
  tokenHelp: [
    'Stored encrypted. You can read and delete records in the usage log. The super administrator can read them too; your log shows each access.',
    '加密保存。你可以在使用日志中查看和删除记录。超级管理员也可以查看，每次查看都会写入你的日志。',
  ],
  groupHelp: [
    'Stored encrypted. Users see a notice and can read their own records. You can read and delete all; each access is audited. The law may require you to inform users.',
    '加密保存。用户会看到提示，并可查看自己的记录。你可以查看和删除全部记录，每次查看都会写入审计日志。法律可能要求你告知用户。',
  ],
  share: ['Share of requests, in percent', '记录的请求比例（%）'],
  shareHelp: ['Chosen at random.', '随机抽取。'],
  size: ['Maximum size per side, in kB', '每一方最多保存（kB）'],
  sizeHelp: ['Of the request and of the response. Longer ones are cut.', '请求和回答分别计算，超出部分会被截断。'],
  days: ['Kept for, in days', '保存天数'],
  daysHelp: ['Applies to new records only.', '仅适用于新的记录。'],
  redact: ['Remove private data', '去除隐私内容'],
  redactHelp: [
    'Removes email addresses, phone and card numbers, keys and tokens. Media are replaced by their size. Names and other text stay.',
    '去除邮箱、电话、卡号、密钥和令牌；图片、音频和文件只保留大小。姓名和其他文字会保留。',
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
      `${share === 100 ? 'All requests' : `${share}% of requests`}, up to ${size} kB of each side, deleted after ${days === 1 ? '1 day' : `${days} days`}`,
    ({ share, size, days }) =>
      `${share === 100 ? '全部请求' : `${share}% 的请求`}，每一方最多 ${size} kB，${days} 天后删除`,
  ],
  redacted: ['without addresses, numbers, keys and media', '不含邮箱、号码、密钥和媒体'],
  asIs: ['unredacted', '保留原文'],
  sentence: ['{words}.', '{words}。'],
})
