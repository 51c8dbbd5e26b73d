import type { Letter } from '../../../mail/letter.ts'

const ignore = {
  en: 'If you did not ask for this, ignore this mail.',
  zh: '如果不是你本人操作，请忽略这封邮件。',
}

export const verificationLetter = (systemName: string, code: string, minutes: number): Letter => ({
  subject: { en: `${systemName} mail verification`, zh: `${systemName} 邮箱验证邮件` },
  paragraphs: [
    {
      en: `Your ${systemName} verification code, valid for ${minutes === 1 ? '1 minute' : `${minutes} minutes`}:`,
      zh: `你的 ${systemName} 验证码，${minutes} 分钟内有效：`,
    },
    ignore,
  ],
  code,
})

/** To an address that has an account: its owner learns of the request, the requester learns nothing. */
export const takenLetter = (systemName: string, signInAddress: string): Letter => ({
  subject: { en: `${systemName} mail verification`, zh: `${systemName} 邮箱验证邮件` },
  paragraphs: [
    {
      en: `Someone asked for a ${systemName} verification code for this address. It already belongs to an account, so there is no code. Sign in instead, or reset your password.`,
      zh: `有人为这个邮箱申请了 ${systemName} 的验证码。该邮箱已属于一个账户，因此没有发送验证码。你可以直接登录，或重置密码。`,
    },
    ignore,
  ],
  ...(signInAddress && { link: { address: signInAddress, label: { en: 'Sign in', zh: '登录' } } }),
})

export const resetLetter = (systemName: string, address: string, minutes: number): Letter => ({
  subject: { en: `${systemName} password reset`, zh: `${systemName} 密码重置` },
  paragraphs: [
    {
      en: `Open this link to get a new ${systemName} password. It works once, within ${minutes} minutes:`,
      zh: `打开下面的链接获取新的 ${systemName} 密码。链接在 ${minutes} 分钟内有效，且只能使用一次：`,
    },
    ignore,
  ],
  link: { address, label: { en: 'Reset password', zh: '重置密码' } },
})
