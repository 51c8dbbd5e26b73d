import { dictionary } from '../../lib/text/text.ts'

export const mailCodeText = dictionary({
  en: {
    send: 'Send code',
    wait: ({ seconds }: { seconds: number }) => `Again in ${seconds} s`,
    sent: ({ email }: { email: string }) => `Code sent to ${email}`,
  },
  zh: {
    send: '发送验证码',
    wait: ({ seconds }) => `${seconds} 秒后重发`,
    sent: ({ email }) => `验证码已发送至 ${email}`,
  },
})
