import { dictionary } from '../../lib/text/text.ts'

export const windowText = dictionary({
  yesterday: ['Yesterday', '昨天'],
  dayBefore: ['yesterday', '昨天'],
  '3d': ['3 days', '3 天'],
  '7d': ['7 days', '7 天'],
  '30d': ['30 days', '30 天'],
  windows: ['Time', '时间'],
  lastDays: [
    ({ days }: { days: number }) => (days === 0 ? 'today' : `last ${days} days`),
    ({ days }) => (days === 0 ? '今天' : `最近 ${days} 天`),
  ],
  ownSpan: ['chosen time', '所选时间'],
  start: ['Start', '开始时间'],
  end: ['End', '结束时间'],
  chooseTime: ['Choose time', '选择时间'],
  tooLong: ['Choose at most one month', '最多选择一个月'],
  reversed: ['The end is before the start', '结束时间早于开始时间'],
})
