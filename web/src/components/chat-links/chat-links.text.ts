import { dictionary } from '../../lib/text/text.ts'

export const chatLinksText = dictionary({
  noChats: ['No chat links are set up. Contact your administrator.', '请联系管理员配置聊天链接'],
  badChat: ['The chat link is not set up correctly. Contact your administrator.', '聊天链接配置错误，请联系管理员'],
  noExtension: ['FluentRead was not found in this browser', '没有在此浏览器中找到流畅阅读'],
  sent: ['Key sent to FluentRead', '密钥已发送到流畅阅读'],
  question: ['Give the key of “{token}” to {receiver}?', '将“{token}”的密钥交给 {receiver}？'],
  explanation: [
    '{receiver} can then send paid requests with this token. You are asked once per token.',
    '之后 {receiver} 可以用此令牌发送付费请求。每个令牌只询问一次。',
  ],
  app: ['the app for {scheme}', '{scheme} 对应的应用'],
  open: ['Open {name}', '打开 {name}'],
})
