import { dictionary } from '../../../lib/text/text.ts'

export const routingText = dictionary({
  title: ['Routing preview', '路由预览'],
  share: ['Share of requests', '请求占比'],
  thisOne: ['this one', '此渠道'],
  choose: ['Choose a model and a group to see this channel’s share.', '选择模型和分组后，可查看此渠道的占比。'],
  none: [
    'This channel gets no requests: others have a higher priority, or it is disabled.',
    '此渠道不会收到请求：其他渠道优先级更高，或此渠道已禁用。',
  ],
  noChannel: ['No enabled channel serves these requests.', '没有已启用的渠道可以处理这些请求。'],
  response: ['Response', '响应时间'],
  remaining: ['Remaining', '剩余'],
})
