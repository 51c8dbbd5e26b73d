import { totpDigits } from '@turnpike/contract/identity/second-factor'
import { dictionary } from '../../lib/text/text.ts'

export const secondStepText = dictionary({
  en: {
    title: 'Two-step sign-in',
    totpLead: 'Enter the code that your authenticator app shows for this account.',
    passkeyLead: 'Confirm with a passkey of this account: finger, face, PIN or security key.',
    passkey: 'Use the passkey',
    toPasskey: 'Use a passkey',
    recoveryLead: 'Enter one of the recovery codes that you saved. Each works once.',
    totp: 'Code',
    totpHelp: `${totpDigits} digits, new every 30 seconds`,
    recovery: 'Recovery code',
    submit: 'Sign in',
    missing: 'Enter the code',
    toRecovery: 'Use a recovery code',
    toTotp: 'Use the authenticator app',
    back: 'Back to sign-in',
    lost: 'If none of these is at hand, an administrator can reset your second factor.',
  },
  zh: {
    title: '两步验证',
    totpLead: '请输入身份验证器应用中此账户当前的验证码。',
    passkeyLead: '请使用此账户的通行密钥确认：指纹、面容、PIN 或安全密钥。',
    passkey: '使用通行密钥',
    toPasskey: '使用通行密钥',
    recoveryLead: '请输入你保存的一个恢复码，每个只能使用一次。',
    totp: '验证码',
    totpHelp: `${totpDigits} 位数字，每 30 秒更新`,
    recovery: '恢复码',
    submit: '登录',
    missing: '请输入验证码',
    toRecovery: '使用恢复码',
    toTotp: '使用身份验证器应用',
    back: '返回登录',
    lost: '如果这些方式都无法使用，可请管理员重置两步验证。',
  },
})
