import { dictionary } from '../../../../lib/text/text.ts'

export const balancePanelText = dictionary({
  lastDays: ['Spend of the last {days} days', '最近 {days} 天的消耗'],
  chart: ['Spend of each of the last {days} days, {total} in all', '最近 {days} 天每天的消耗，共 {total}'],
  perDay: ['Average per day', '日均消耗'],
  lasts: ['{days day} at your pace', '按当前速度可用 {days} 天'],
  lastsLong: ['More than a year at your pace', '按当前速度可用一年以上'],
  lastsShort: ['Less than a day at your pace', '按当前速度不足一天'],
  usedUp: ['The balance is used up', '余额已用完'],
  noSpend: ['Nothing spent in the last {days} days', '最近 {days} 天没有消耗'],
  wallet: ['Wallet', '钱包'],
  log: ['Usage log', '使用日志'],
})
