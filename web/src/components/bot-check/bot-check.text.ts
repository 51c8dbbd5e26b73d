import { dictionary } from '../../lib/text/text.ts'

export const botCheckText = dictionary({
  en: {
    unfinished: 'Turnstile is checking your browser. Try again in a few seconds.',
    notLoaded: 'The bot check could not be loaded.',
  },
  zh: {
    unfinished: '请稍后几秒重试，Turnstile 正在检查用户环境',
    notLoaded: '人机验证加载失败。',
  },
})
