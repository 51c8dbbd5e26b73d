import { dictionary } from '../../lib/text/text.ts'

export const resetText = dictionary({
  title: ['Reset your password', '重置密码'],
  remembered: ['Remember your password?', '记得密码？'],
  emailHelp: ['The address bound to your account', '账户绑定的邮箱地址'],
  send: ['Send reset link', '发送重置链接'],
  again: ['Send again in {seconds} s', '{seconds} 秒后可重新发送'],
  sent: [
    'If {email} belongs to an account, we sent a reset link. It can be used once and expires soon.',
    '如果 {email} 属于某个账户，重置邮件已发送。链接只能使用一次，请尽快打开。',
  ],
  confirmTitle: ['Set a new password', '设置新密码'],
  confirmLead: [
    'A new password is generated, and all devices are signed out.',
    '系统会生成一个新密码，所有设备都会退出登录。',
  ],
  confirm: ['Reset password', '重置密码'],
  doneTitle: ['Your new password', '你的新密码'],
  doneLead: [
    'It is shown only once. Sign in with it, then change it in Settings.',
    '只在这里显示一次。请用它登录，然后到设置中修改。',
  ],
  password: ['New password', '新密码'],
  badTitle: ['This link is not valid', '链接无法使用'],
  badLink: ['It is incomplete, was used before, or has expired.', '链接不完整、已被使用或已过期。'],
  requestAgain: ['Request a new link', '重新获取链接'],
})
