import { dictionary } from '../../lib/text/text.ts'

export const windowText = dictionary({
  en: {
    today: 'Today',
    '3d': '3 days',
    '7d': '7 days',
    '30d': '30 days',
    windows: 'Time',
    lastDays: ({ days }: { days: number }) => (days === 0 ? 'today' : `last ${days} days`),
    ownSpan: 'chosen time',
    start: 'Start',
    end: 'End',
    chooseTime: 'Choose time',
    tooLong: 'Choose at most one month',
    reversed: 'The end is before the start',
  },
  zh: {
    today: '今天',
    '3d': '3 天',
    '7d': '7 天',
    '30d': '30 天',
    windows: '时间',
    lastDays: ({ days }) => (days === 0 ? '今天' : `最近 ${days} 天`),
    ownSpan: '所选时间',
    start: '开始时间',
    end: '结束时间',
    chooseTime: '选择时间',
    tooLong: '最多选择一个月',
    reversed: '结束时间早于开始时间',
  },
})
