import { dictionary } from '../../lib/text/text.ts'

export const botCheckText = dictionary({
  unfinished: [
    'Turnstile is checking your browser. Try again in a few seconds.',
    '请稍后几秒重试，Turnstile 正在检查用户环境',
  ],
  notLoaded: ['The bot check could not be loaded.', '人机验证加载失败。'],
})
