import { dictionary } from '../../../../lib/text/text.ts'

export const logText = dictionary({
  en: {
    title: 'Logs',
    record: 'Recording',
    recordText: 'What is recorded for each call.',
    LogConsumeEnabled: 'Log every call',
    LogConsumeEnabledHelp: 'When off, calls are charged but do not appear in the usage log or dashboard.',
    PromptRecordsEnabled: 'Allow recording of prompts and answers',
    PromptRecordsEnabledHelp:
      'Then owners can record the calls of their own tokens, and you those of a group (Settings, Groups). Nothing is recorded before somebody sets that. Records are encrypted. Tell your users: the law of your country may require it.',
    old: 'Old logs',
    oldText: 'Frees disk space. Balances and the audit log are kept.',
    before: 'Delete logs older than',
    beforeHelp: 'The day itself is kept.',
    clear: 'Clear logs',
    question: ({ day }: { day: string }) => `Delete logs older than ${day}?`,
    explanation: ({ day }: { day: string }) =>
      `Every usage log row before ${day} is deleted for all users. This cannot be undone. Balances and the audit log are kept.`,
    verb: 'Delete logs',
    cleared: ({ count, rows }: { count: number; rows: string }) =>
      count === 1 ? '1 log deleted' : `${rows} logs deleted`,
    choose: 'Choose a day first',
  },
  zh: {
    title: '日志',
    record: '记录',
    recordText: '转发调用时写入的内容。',
    LogConsumeEnabled: '记录每次调用',
    LogConsumeEnabledHelp: '关闭后照常计费，但使用日志和数据看板都不再显示。',
    PromptRecordsEnabled: '允许记录提示词和回答',
    PromptRecordsEnabledHelp:
      '开启后，用户可以记录自己令牌的调用，你可以在“分组”设置中记录分组的调用；没有人设置时不会记录任何内容。记录加密保存。请告知你的用户，你所在地区的法律可能要求这样做。',
    old: '历史日志',
    oldText: '清理以释放空间，余额和审计日志不受影响。',
    before: '删除早于此日的日志',
    beforeHelp: '当天的日志会保留。',
    clear: '清除日志',
    question: ({ day }) => `删除 ${day} 之前的日志？`,
    explanation: ({ day }) => `所有用户在 ${day} 之前的使用日志都会被删除，且无法恢复。余额和审计日志不受影响。`,
    verb: '删除日志',
    cleared: ({ rows }) => `已删除 ${rows} 条日志`,
    choose: '请先选择日期',
  },
})
