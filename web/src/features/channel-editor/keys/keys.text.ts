import { dictionary } from '../../../lib/text/text.ts'

export const keysText = dictionary({
  title: ['Keys', '密钥'],
  inUse: ['{open} of {all} in use', '{all} 个中有 {open} 个可用'],
  choice: ['Choice of keys', '密钥选择方式'],
  random: ['Random', '随机'],
  polling: ['In turn', '轮流'],
  add: ['Add keys', '添加密钥'],
  addMore: ['Use several keys', '使用多个密钥'],
  more: ['Show {count} more', '再显示 {count} 个'],
  number: ['Key {number}', '密钥 {number}'],
  cooling: ['Cooling down', '冷却中'],
  waiting: ['To be tried', '等待试探'],
  triedIn: ['tried again in {time}', '{time}后重试'],
  seconds: ['{count} s', '{count} 秒'],
  minutes: ['{count} min', '{count} 分钟'],
  calls: ['{count} calls', '{count} 次调用'],
  lastError: ['Last error', '最近错误'],
  replace: ['Replace', '更换'],
  resume: ['End cooldown', '结束冷却'],
  remove: ['Remove', '移除'],
  removeQuestion: ['Remove {name}?', '移除{name}？'],
  removeText: [
    'The channel goes on with its other keys. You can undo this for 30 days.',
    '渠道继续使用其余密钥。30 天内可以撤销。',
  ],

  addTitle: ['Add keys', '添加密钥'],
  addText: [
    'One key per line, or a JSON list. Keys that the channel has already are skipped.',
    '每行一个密钥，或一个 JSON 数组。渠道已有的密钥会跳过。',
  ],
  replaceTitle: ['Replace {name}', '更换{name}'],
  keys: ['Keys', '密钥'],
  newKey: ['New key', '新密钥'],
  mode: ['Choice of keys', '密钥选择方式'],
  modeHelp: [
    'Random spreads calls by chance. In turn uses one key after the other.',
    '随机：每次调用随机选一个密钥。轮流：按顺序依次使用。',
  ],
  added: ['{count key} added', '已添加 {count} 个密钥'],
  noneAdded: ['The channel has these keys already', '渠道已有这些密钥'],
  saved: ['Key saved', '密钥已保存'],
  removed: ['Key removed', '密钥已移除'],
  modeSaved: ['Choice of keys saved', '密钥选择方式已保存'],
  resumed: ['Cooldown ended', '冷却已结束'],

  sticky: [
    'Conversations: {percent} % of {count} calls stayed on this channel',
    '会话保持：{count} 次调用中 {percent} % 留在此渠道',
  ],
  savedByCache: ['saved by cached prompts:', '提示词缓存节省：'],
  channelCooling: ['This channel is cooling down after failures', '此渠道因连续失败正在冷却'],
  channelWaiting: [
    'The cooldown of this channel is over; the next call tries it',
    '此渠道的冷却已结束，下一次调用会试探它',
  ],
})
