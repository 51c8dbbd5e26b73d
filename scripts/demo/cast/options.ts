export const demoMerchant = { id: '1001', key: 'demo-merchant-key' }

export const groupRatios: Readonly<Record<string, number>> = { default: 1, vip: 0.8, batch: 0.5 }

/** The options of the demo, as an administrator would save them. */
export const demoOptions = (serverAddress: string, paymentAddress: string): Record<string, string> => ({
  ServerAddress: serverAddress,
  RetryTimes: '2',
  AutomaticDisableChannelEnabled: 'true',
  GroupRatio: JSON.stringify(groupRatios),
  UserUsableGroups: JSON.stringify({ default: '默认分组', vip: 'VIP 分组', batch: '批处理，半价' }),
  PayAddress: paymentAddress,
  EpayId: demoMerchant.id,
  EpayKey: demoMerchant.key,
  TopupGroupRatio: JSON.stringify({ default: 1, vip: 0.95, batch: 1 }),
  SensitiveWords: 'forbidden phrase',
})
