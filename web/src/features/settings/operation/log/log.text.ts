import { dictionary } from '../../../../lib/text/text.ts'

export const logText = dictionary({
  en: {
    title: 'Logs',
    record: 'Recording',
    recordText: 'What is recorded for each call.',
    LogConsumeEnabled: 'Log every call',
    LogConsumeEnabledHelp: 'When off, calls are charged but do not appear in the usage log or dashboard.',
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
