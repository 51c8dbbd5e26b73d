import { dictionary } from '../../lib/text/text.ts'

export const connectText = dictionary({
  title: ['Connect a client', '接入客户端'],
  facts: ['Address, key and model are filled in', '已填好地址、密钥和模型；复制时包含完整密钥'],
  paidBy: ['{name} pays for what you send with its tokens', '用这些令牌发送的请求由 {name} 付款'],
  noTokens: ['No enabled token', '没有已启用的令牌'],
  noTokensText: ['A client needs a token to use the API.', '客户端需要令牌才能使用 API。'],
  toTokens: ['Open tokens', '打开令牌'],
  clients: ['Clients', '客户端'],
  tools: ['Coding tools', '编程工具'],
  sdks: ['SDKs', 'SDK'],
  apps: ['Chat apps', '聊天应用'],
  configured: ['On this site', '本站配置'],
  noModel: ['This token cannot use any model in this client’s format.', '此令牌没有支持此客户端格式的模型。'],
  terminal: ['Run in a terminal', '在终端中运行'],
  file: ['Put into {file}', '写入 {file}'],
  variant: ['System or file', '系统或文件'],
  claudeHint: [
    'If ANTHROPIC_API_KEY is set, remove it: Claude Code would send both.',
    '如果设置了 ANTHROPIC_API_KEY，请先移除，否则 Claude Code 会同时发送两者。',
  ],
  geminiHint: ['At the first start choose “Use Gemini API Key”.', '首次启动时选择“Use Gemini API Key”。'],
  clineHint: [
    'Both have these fields in their settings panel, under the gear.',
    '两者的设置面板（齿轮图标）中都有这些字段。',
  ],
  install: ['Install: {command}', '安装：{command}'],
  link: ['Link with the key', '包含密钥的链接'],
  receiver: ['Address and key go to {receiver}.', '地址和密钥会交给 {receiver}。'],
  ccSwitch: [
    'CC Switch keeps the settings of several programs. Choose the one to set up.',
    'CC Switch 管理多个程序的配置，请选择要配置的程序。',
  ],
  setUp: ['Set up {name}', '配置 {name}'],
})
