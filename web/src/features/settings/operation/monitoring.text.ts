import { dictionary } from '../../../lib/text/text.ts'

export const monitoringText = dictionary({
  en: {
    title: 'Monitoring',
    health: 'Channel health',
    healthText: 'Automatic disable and re-enable. Manually disabled channels are not affected.',
    ChannelDisableThreshold: 'Test timeout',
    seconds: 's',
    ChannelDisableThresholdHelp: 'Slower tests count as failed. 0 means no limit.',
    AutomaticDisableChannelEnabled: 'Disable on failure',
    AutomaticDisableChannelEnabledHelp: 'Disables channels with an invalid key, no balance or a timeout.',
    AutomaticEnableChannelEnabled: 'Enable on success',
    AutomaticEnableChannelEnabledHelp: 'Enables auto-disabled channels when a test passes.',
    ChannelPauseFailures: 'Pause after failures in a row',
    failures: 'failures',
    ChannelPauseFailuresHelp:
      'A channel that fails this often in a row gets no calls for 30 s, then 1 min and so on up to 30 min, or as long as its upstream says. One call tries it before the others return. 0 means never.',
    reminder: 'Quota reminder',
    reminderText:
      'Users are notified when their balance falls below this, at most every two hours. They can set their own amount.',
    QuotaRemindThreshold: 'Reminder threshold',
    BelowCostGuard: 'Sales below cost',
  },
  zh: {
    title: '监控',
    health: '渠道健康',
    healthText: '自动禁用和自动恢复。手动禁用的渠道不受影响。',
    ChannelDisableThreshold: '测试超时时间',
    seconds: '秒',
    ChannelDisableThresholdHelp: '测试时超过这个时间即视为失败。0 表示不限。',
    AutomaticDisableChannelEnabled: '失败时自动禁用',
    AutomaticDisableChannelEnabledHelp: '密钥失效、欠费或超时的渠道会被标为“自动禁用”。',
    AutomaticEnableChannelEnabled: '成功后自动启用',
    AutomaticEnableChannelEnabledHelp: '自动禁用的渠道在下次测试通过后恢复。',
    ChannelPauseFailures: '连续失败后暂停',
    failures: '次',
    ChannelPauseFailuresHelp:
      '渠道连续失败达到此次数后暂停接收调用：先 30 秒，再 1 分钟，依次加长，最多 30 分钟；上游指定了等待时间时按其时间。暂停结束后先用一次调用试探，成功才恢复。0 表示不暂停。',
    reminder: '额度提醒',
    reminderText: '余额低于此值时提醒用户，每 2 小时最多一次；用户也可以自己设置。',
    QuotaRemindThreshold: '提醒阈值',
    BelowCostGuard: '低于成本的调用',
  },
})
