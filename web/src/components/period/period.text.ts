import { dictionary } from '../../lib/text/text.ts'

export const periodText = dictionary({
  period: ['Period', '时间'],
  allTime: ['All time', '全部时间'],
  today: ['Today', '今天'],
  yesterday: ['Yesterday', '昨天'],
  '7d': ['Last 7 days', '近 7 天'],
  '30d': ['Last 30 days', '近 30 天'],
  month: ['This month', '本月'],
  lastMonth: ['Last month', '上月'],
  own: ['Choose days', '选择日期'],
  ownDays: ['Days', '日期'],
  firstDay: ['First day', '开始日期'],
  lastDay: ['Last day', '结束日期'],
})
