import { dictionary } from '../../../lib/text/text.ts'

export const routingText = dictionary({
  en: {
    title: 'How it will route',
    share: 'Share of calls',
    model: 'Model',
    group: 'Group',
    thisOne: 'this one',
    choose: 'Choose a model and a group to see the share of this channel.',
    none: 'This channel gets none of these calls: others have a higher priority, or it is switched off.',
    noChannel: 'No channel that is switched on takes these calls.',
    response: 'Response',
    used: 'Used',
    remaining: 'Remaining',
    unknown: 'Unknown',
  },
  zh: {
    title: '路由预览',
    share: '调用占比',
    model: '模型',
    group: '分组',
    thisOne: '此渠道',
    choose: '选择模型和分组后，可查看此渠道的占比。',
    none: '此渠道不会分到这些调用：其他渠道优先级更高，或此渠道已禁用。',
    noChannel: '没有已启用的渠道可以处理这些调用。',
    response: '响应时间',
    used: '已用',
    remaining: '剩余',
    unknown: '未知',
  },
})
