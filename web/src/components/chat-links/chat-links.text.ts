import { dictionary } from '../../lib/text/text.ts'

export const chatLinksText = dictionary({
  en: {
    noChats: 'Please contact the admin to configure chat links',
    badChat: 'Chat link configuration error, contact admin',
    noExtension: 'FluentRead was not found in this browser',
    sent: 'Key sent to FluentRead',
    question: ({ token, receiver }: { token: string; receiver: string }) =>
      `Give the key of “${token}” to ${receiver}?`,
    explanation: ({ receiver }: { receiver: string }) =>
      `With it, ${receiver} can make calls that this token pays for. For this token you are asked once.`,
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
