import { dictionary } from '../../../../lib/text/text.ts'

export const balancePanelText = dictionary({
  en: {
    balance: 'Balance',
    lastDays: ({ days }: { days: number }) => `Spend of the last ${days} days`,
    chart: ({ days, total }: { days: number; total: string }) =>
      `Spend of each of the last ${days} days, ${total} in all`,
    today: 'Today',
    perDay: 'Average per day',
    lasts: ({ days }: { days: number }) => (days === 1 ? '1 day at your pace' : `${days} days at your pace`),
    lastsLong: 'More than a year at your pace',
    lastsShort: 'Less than a day at your pace',
    usedUp: 'The balance is used up',
    noSpend: ({ days }: { days: number }) => `Nothing spent in the last ${days} days`,
    wallet: 'Wallet',
    log: 'Usage log',
    retry: 'Try again',
  },
  zh: {
    balance: '余额',
    lastDays: ({ days }) => `最近 ${days} 天的消耗`,
    chart: ({ days, total }) => `最近 ${days} 天每天的消耗，共 ${total}`,
    today: '今天',
    perDay: '日均消耗',
    lasts: ({ days }) => `按当前速度可用 ${days} 天`,
    lastsLong: '按当前速度可用一年以上',
    lastsShort: '按当前速度不足一天',
    usedUp: '余额已用完',
    noSpend: ({ days }) => `最近 ${days} 天没有消耗`,
    wallet: '钱包',
    log: '使用日志',
    retry: '重试',
  },
})
