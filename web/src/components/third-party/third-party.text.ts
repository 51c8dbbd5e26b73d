import { dictionary } from '../../lib/text/text.ts'

export const thirdPartyText = dictionary({
  en: {
    wechatScan:
      'Scan the QR code to follow the account, then send it “验证码” to receive a code. A code is valid for 3 minutes.',
    wechatQrCode: 'QR code of the WeChat account',
    wechatNoQrCode: 'The administrator has not set a QR code.',
    code: 'Code',
    codeMissing: 'Enter the code you received in WeChat',
    telegramFrame: 'Telegram sign-in button',
  },
  zh: {
    wechatScan: '扫描二维码关注公众号，发送“验证码”获取验证码。验证码三分钟内有效。',
    wechatQrCode: '微信公众号二维码',
    wechatNoQrCode: '管理员还没有设置二维码。',
    code: '验证码',
    codeMissing: '请输入在微信中收到的验证码',
    telegramFrame: 'Telegram 登录按钮',
  },
})
