import { dictionary } from '../../lib/text/text.ts'

export const chatLinksText = dictionary({
  en: {
    noChats: 'No chat links are set up. Contact your administrator.',
    badChat: 'The chat link is not set up correctly. Contact your administrator.',
    noExtension: 'FluentRead was not found in this browser',
    sent: 'Key sent to FluentRead',
    question: ({ token, receiver }: { token: string; receiver: string }) =>
      `Give the key of “${token}” to ${receiver}?`,
    explanation: ({ receiver }: { receiver: string }) =>
      `${receiver} can then make calls with this token. You are asked once per token.`,
    app: ({ scheme }: { scheme: string }) => `the app for ${scheme}`,
    open: ({ name }: { name: string }) => `Open ${name}`,
  },
  zh: {
    noChats: '请联系管理员配置聊天链接',
    badChat: '聊天链接配置错误，请联系管理员',
    noExtension: '没有在此浏览器中找到流畅阅读',
    sent: '密钥已发送到流畅阅读',
    question: ({ token, receiver }) => `将“${token}”的密钥交给 ${receiver}？`,
    explanation: ({ receiver }) => `之后 ${receiver} 可以用此令牌付费调用。对此令牌只询问一次。`,
    app: ({ scheme }) => `${scheme} 对应的应用`,
    open: ({ name }) => `打开 ${name}`,
  },
})
