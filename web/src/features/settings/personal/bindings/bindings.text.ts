import type { Name } from '../../../../components/text/phrase.ts'
import { dictionary } from '../../../../lib/text/text.ts'

/** Chinese sets a space before a Latin name, not before its own words. */
const spaced = (name: string) => (/^\w/.test(name) ? ` ${name}` : name)

export const bindingsText = dictionary({
  title: ['Email and sign-ins', '邮箱与第三方登录'],
  text: [
    'Third-party sign-ins, and the email address for password resets and notifications.',
    '可用于登录此账户的第三方账号，以及接收重置邮件和通知的邮箱。',
  ],
  wechat: ['WeChat', '微信'],
  boundAs: ['Bound ({value})', '已绑定（{value}）'],
  notBound: ['Not bound', '未绑定'],
  unverified: ['{email} (unverified)', '{email}（未验证）'],
  verify: ['Verify', '验证'],
  verifyLabel: ['Verify {email}', '验证 {email}'],
  remove: ['Remove', '移除'],
  removeLabel: [({ name }: Name) => `Remove ${name}`, ({ name }) => `移除${spaced(name)}`],
  removeTitle: [({ name }: Name) => `Remove ${name}?`, ({ name }) => `移除${spaced(name)}？`],
  removeText: [
    'The address was never verified, so nothing was sent to it. You can bind an address at any time.',
    '这个邮箱没有验证过，不会收到任何邮件。之后可以随时绑定邮箱。',
  ],
  off: ['Disabled by the administrator', '管理员未开启'],
  change: ['Change', '修改'],
  bindLabel: [({ name }: Name) => `Bind ${name}`, ({ name }) => `绑定${spaced(name)}`],
  changeLabel: [({ name }: Name) => `Change ${name}`, ({ name }) => `修改${spaced(name)}`],
  unbindLabel: [({ name }: Name) => `Unbind ${name}`, ({ name }) => `解绑${spaced(name)}`],
  unbindTitle: [({ name }: Name) => `Unbind ${name}?`, ({ name }) => `解绑${spaced(name)}？`],
  unbindText: [
    'You can no longer sign in with it. You can bind it again at any time.',
    '解绑后不能再用它登录，之后可以随时重新绑定。',
  ],
  unbindEmailText: [
    'Password resets and notifications by email stop. You can bind an address again at any time.',
    '解绑后无法通过邮件重置密码和接收通知，之后可以随时重新绑定。',
  ],
  bound: [({ name }: Name) => `${name} bound`, ({ name }) => `已绑定${spaced(name)}`],
  unbound: [({ name }: Name) => `${name} unbound`, ({ name }) => `已解绑${spaced(name)}`],
  wechatTitle: ['Bind WeChat', '绑定微信'],
  telegramTitle: ['Bind Telegram', '绑定 Telegram'],
  telegramHint: ['Confirm in Telegram to sign in with it.', '在 Telegram 中确认，之后即可用它登录。'],
  emailTitle: ['Bind an email address', '绑定邮箱'],
  address: ['Email address', '邮箱地址'],
  code: ['Verification code', '验证码'],
  both: ['Enter the address and the code from the email', '请输入邮箱地址和邮件中的验证码'],
})
