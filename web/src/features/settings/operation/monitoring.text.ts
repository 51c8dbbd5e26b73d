import { dictionary } from '../../../lib/text/text.ts'

export const monitoringText = dictionary({
  en: {
    title: 'Monitoring',
    health: 'Channel health',
    healthText: 'When channels leave and come back by themselves. Those disabled by hand stay as they are.',
    ChannelDisableThreshold: 'Slowest accepted test',
    seconds: 's',
    ChannelDisableThresholdHelp: 'A test that takes longer counts as failed. 0 means no limit.',
    AutomaticDisableChannelEnabled: 'Disable on failure',
    AutomaticDisableChannelEnabledHelp: 'Channels with a bad key, no balance or a timeout become auto-disabled.',
    AutomaticEnableChannelEnabled: 'Enable on success',
    AutomaticEnableChannelEnabledHelp: 'Auto-disabled channels come back when they pass the next test.',
    reminder: 'Quota reminder',
    reminderText:
      'People are told when their balance falls below this, at most every two hours, unless they set an amount of their own.',
    QuotaRemindThreshold: 'Reminder threshold',
  },
  zh: {
    title: '监控',
    health: '渠道健康',
    healthText: '决定渠道何时自动退出和恢复。手动禁用的渠道不受影响。',
    ChannelDisableThreshold: '响应过慢的界限',
    seconds: '秒',
    ChannelDisableThresholdHelp: '测试时超过这个时间即视为失败。0 表示不限。',
    AutomaticDisableChannelEnabled: '失败时自动禁用',
    AutomaticDisableChannelEnabledHelp: '密钥失效、欠费或超时的渠道会被标为“自动禁用”。',
    AutomaticEnableChannelEnabled: '成功后自动启用',
    AutomaticEnableChannelEnabledHelp: '自动禁用的渠道在下次测试通过后恢复。',
    reminder: '额度提醒',
    reminderText: '余额低于此值时提醒用户，每 2 小时最多一次；用户也可以自己设置。',
    QuotaRemindThreshold: '提醒阈值',
  },
})
