import { dictionary } from '../../lib/text.ts'

export const otherSignInsText = dictionary({
  en: {
    or: 'or continue with',
    wechat: 'WeChat',
    wechatMonogram: 'W',
    wechatTitle: 'Sign in with WeChat',
    wechatScan:
      'Scan the QR code to follow the account, then send it “验证码” to receive a code. A code is valid for 3 minutes.',
    wechatQrCode: 'QR code of the WeChat account',
    wechatNoQrCode: 'The administrator has not set a QR code yet.',
    code: 'Code',
    codeMissing: 'Enter the code you received in WeChat',
    signIn: 'Sign in',
    cancel: 'Cancel',
    telegramTitle: 'Sign in with Telegram',
    telegramHint: 'Telegram signs in accounts that already have it bound. Bind it in Settings first.',
    telegramFrame: 'Telegram sign-in button',
  },
  zh: {
    or: '或使用',
    wechat: '微信',
    wechatMonogram: '微',
    wechatTitle: '微信登录',
    wechatScan: '扫描二维码关注公众号，发送“验证码”获取验证码。验证码三分钟内有效。',
    wechatQrCode: '微信公众号二维码',
    wechatNoQrCode: '管理员还没有设置二维码。',
    code: '验证码',
    codeMissing: '请输入在微信中收到的验证码',
    signIn: '登录',
    cancel: '取消',
    telegramTitle: 'Telegram 登录',
    telegramHint: '只有已绑定 Telegram 的账号可以这样登录，请先在设置中绑定。',
    telegramFrame: 'Telegram 登录按钮',
  },
})
