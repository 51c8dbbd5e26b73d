import { dictionary } from '../../lib/text/text.ts'

export const chatText = dictionary({
  title: ['Chat', '聊天'],
  noToken: ['No enabled token. Create or enable one first.', '没有已启用的令牌，请先创建或启用一个。'],
  toTokens: ['Opening your tokens…', '正在打开令牌页面…'],
  newTab: ['Open in a new tab', '在新标签页打开'],
  outsideApp: ['{name} is an app on this device', '{name} 是本机上的应用'],
  outsideAppText: [
    'It must be installed. It receives the server address and the token’s key.',
    '需要先安装。本服务器的地址和令牌的密钥会交给它。',
  ],
  outsideSite: ['{name} opens in a new tab', '{name} 会在新标签页打开'],
  outsideSiteText: ['Its page cannot be shown inside the console.', '它的页面不能在控制台内显示。'],
  outsideExtension: ['{name} is a browser extension', '{name} 是浏览器扩展'],
  outsideExtensionText: [
    'It must be installed in this browser. It receives the address and key from this page.',
    '需要先安装到此浏览器。它会从本页读取地址和密钥。',
  ],
  settings: ['Open chat settings', '打开聊天配置'],
  leaving: ['Opening {name}…', '正在打开 {name}…'],
})
