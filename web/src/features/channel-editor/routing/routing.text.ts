import { dictionary } from '../../../lib/text/text.ts'

export const routingText = dictionary({
  en: {
    title: 'How it will route',
    share: 'Share of requests',
    thisOne: 'this one',
    choose: 'Choose a model and a group to see this channel’s share.',
    none: 'This channel gets no requests: others have a higher priority, or it is disabled.',
    noChannel: 'No enabled channel serves these requests.',
    response: 'Response',
    remaining: 'Remaining',
  },
  zh: {
    title: '路由预览',
    share: '请求占比',
    thisOne: '此渠道',
    choose: '选择模型和分组后，可查看此渠道的占比。',
    none: '此渠道不会收到请求：其他渠道优先级更高，或此渠道已禁用。',
    noChannel: '没有已启用的渠道可以处理这些请求。',
    response: '响应时间',
    remaining: '剩余',
  },
})
