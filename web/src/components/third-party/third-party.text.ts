import { dictionary } from '../../lib/text/text.ts'

export const thirdPartyText = dictionary({
  wechatScan: [
    'Scan the QR code to follow the account, then send it “验证码” to receive a code. A code is valid for 3 minutes.',
    '扫描二维码关注公众号，发送“验证码”获取验证码。验证码三分钟内有效。',
  ],
  wechatQrCode: ['QR code of the WeChat account', '微信公众号二维码'],
  wechatNoQrCode: ['The administrator has not set a QR code.', '管理员还没有设置二维码。'],
  code: ['Code', '验证码'],
  codeMissing: ['Enter the code you received in WeChat', '请输入在微信中收到的验证码'],
  telegramFrame: ['Telegram sign-in button', 'Telegram 登录按钮'],
})
