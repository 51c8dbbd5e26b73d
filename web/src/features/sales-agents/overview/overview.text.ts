import { dictionary } from '../../../lib/text/text.ts'

export const overviewText = dictionary({
  months: ['Last 12 months', '近 12 个月'],
  utc: ['Months in UTC', '按 UTC 划分月份'],
  month: ['Month', '月份'],
  joined: ['Registered', '新注册'],
  paying: ['Paying', '已付费'],
  conversion: ['Conversion', '转化率'],
  conversionHelp: [
    'Of those who registered in the month, the part that has paid until now.',
    '当月注册的用户中，至今已付费的比例。',
  ],
  paid: ['They paid', '付款金额'],
  spent: ['They spent', '消耗金额'],
  shares: ['Dividends', '分成'],
  back: ['Taken back', '扣回'],
  kept: ['Kept', '保留'],
  all: ['Total', '合计'],
  line: [
    ({ joined, converted, share }: { joined: number; converted: number; share: string }) =>
      `${joined} registered · ${converted} paying · ${share}`,
    ({ joined, converted, share }) => `新注册 ${joined} · 已付费 ${converted} · 转化 ${share}`,
  ],
  chart: ['Dividends of the last 12 months: {amount}', '近 12 个月的分成：{amount}'],
  bar: ['{month}: {amount}', '{month}：{amount}'],
  barBack: ['{month}: {amount}, {back} taken back', '{month}：{amount}，已扣回 {back}'],
  invitedPeople: ['Invited people', '邀请的用户'],
  payingPeople: ['Of them paying', '其中已付费'],
  inAll: ['Dividends in all', '累计分成'],
  rewards: ['Invitation rewards', '邀请奖励'],
  toDividends: ['Dividend records', '分成记录'],
  toRewards: ['Records of rewards', '奖励记录'],
  statement: ['Monthly statement', '月度对账单'],
  statementText: [
    'All dividends, transfers and payouts of a month as a CSV file. Months and times are in UTC.',
    '某月的全部分成、划转和提现，CSV 文件。月份和时间按 UTC。',
  ],
  csv: ['Download CSV', '下载 CSV'],
  saved: ['Statement saved', '对账单已保存'],
  fileName: ['agent-statement-{month}', '代理对账单-{month}'],
  emptyTitle: ['Nobody has registered with your link yet', '还没有人通过你的链接注册'],
  emptyText: [
    'Share the link above. Registrations and shares of each month then appear here.',
    '请分享上方的链接。每月的注册和分成会显示在这里。',
  ],
})
