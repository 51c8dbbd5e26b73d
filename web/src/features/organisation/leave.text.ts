import { dictionary } from '../../lib/text/text.ts'

export const leaveText = dictionary({
  question: ['Leave {name}?', '退出 {name}？'],
  text: [
    'Your tokens of the organization stop working immediately. Running requests finish. You need a new invitation to come back.',
    '你在组织中的令牌立即停止工作，进行中的请求会完成。再次加入需要新的邀请。',
  ],
  verb: ['Leave', '退出'],
  left: ['You left {name}', '你已退出 {name}'],
})
