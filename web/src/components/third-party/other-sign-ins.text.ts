import { dictionary } from '../../lib/text/text.ts'

export const otherSignInsText = dictionary({
  en: {
    or: 'or continue with',
    passkey: 'Passkey',
    passkeyMonogram: 'P',
    wechat: 'WeChat',
    wechatMonogram: 'W',
    wechatTitle: 'Sign in with WeChat',
    signIn: 'Sign in',
    telegramTitle: 'Sign in with Telegram',
    telegramHint: 'Telegram signs in accounts that already have it bound. Bind it in Settings first.',
  },
  zh: {
    or: '或使用',
    passkey: '通行密钥',
    passkeyMonogram: '钥',
    wechat: '微信',
    wechatMonogram: '微',
    wechatTitle: '微信登录',
    signIn: '登录',
    telegramTitle: 'Telegram 登录',
    telegramHint: '只有已绑定 Telegram 的账户可以这样登录，请先在设置中绑定。',
  },
})
