import { dictionary } from '../../lib/text/text.ts'

export const resetText = dictionary({
  en: {
    title: 'Reset your password',
    remembered: 'Remember your password?',
    emailHelp: 'The address bound to your account',
    send: 'Send reset link',
    again: ({ seconds }: { seconds: number }) => `Send again in ${seconds} s`,
    sent: ({ email }: { email: string }) =>
      `If ${email} belongs to an account, we sent a reset link. It can be used once and expires soon.`,
    confirmTitle: 'Set a new password',
    confirmLead: 'A new password is generated, and all devices are signed out.',
    confirm: 'Reset password',
    doneTitle: 'Your new password',
    doneLead: 'It is shown only once. Sign in with it, then change it in Settings.',
    password: 'New password',
    badTitle: 'This link is not valid',
    badLink: 'It is incomplete, was used before, or has expired.',
    requestAgain: 'Request a new link',
  },
  zh: {
    title: '重置密码',
    remembered: '记得密码？',
    emailHelp: '账户绑定的邮箱地址',
    send: '发送重置链接',
    again: ({ seconds }) => `${seconds} 秒后可重新发送`,
    sent: ({ email }) => `如果 ${email} 属于某个账户，重置邮件已发送。链接只能使用一次，请尽快打开。`,
    confirmTitle: '设置新密码',
    confirmLead: '系统会为你生成一个新密码，此账户的所有设备都会退出登录。',
    confirm: '重置密码',
    doneTitle: '你的新密码',
    doneLead: '只在这里显示一次。请用它登录，然后到设置中修改。',
    password: '新密码',
    badTitle: '链接无法使用',
    badLink: '链接不完整、已被使用或已过期。',
    requestAgain: '重新获取链接',
  },
})
