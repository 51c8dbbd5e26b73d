import { totpDigits } from '@turnpike/contract/identity/second-factor'
import { pairedDictionary } from '../../lib/text/text.ts'

export const secondStepText = pairedDictionary({
  title: ['Two-step sign-in', '两步验证'],
  totpLead: [
    'Enter the code that your authenticator app shows for this account.',
    '请输入身份验证器应用中此账户当前的验证码。',
  ],
  passkeyLead: [
    'Confirm with a passkey of this account: finger, face, PIN or security key.',
    '请使用此账户的通行密钥确认：指纹、面容、PIN 或安全密钥。',
  ],
  passkey: ['Use the passkey', '使用通行密钥'],
  toPasskey: ['Use a passkey', '使用通行密钥'],
  recoveryLead: [
    'Enter one of the recovery codes that you saved. Each works once.',
    '请输入你保存的一个恢复码，每个只能使用一次。',
  ],
  totp: ['Code', '验证码'],
  totpHelp: [`${totpDigits} digits, new every 30 seconds`, `${totpDigits} 位数字，每 30 秒更新`],
  recovery: ['Recovery code', '恢复码'],
  submit: ['Sign in', '登录'],
  missing: ['Enter the code', '请输入验证码'],
  toRecovery: ['Use a recovery code', '使用恢复码'],
  toTotp: ['Use the authenticator app', '使用身份验证器应用'],
  back: ['Back to sign-in', '返回登录'],
  lost: [
    'If none of these is at hand, an administrator can reset your second factor.',
    '如果这些方式都无法使用，可请管理员重置两步验证。',
  ],
})
