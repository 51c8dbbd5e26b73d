import { dictionary } from '../../../lib/text/text.ts'

export const serverText = dictionary({
  en: {
    ServerAddress: 'Server address',
    serverText: 'The public address of this server.',
    ServerAddressHelp: 'Used in emails, chat links, payments and third-party sign-in.',
    usual: 'Presets',
    thisPage: ({ address }: { address: string }) => `Address of this window: ${address}`,
    agents: 'Agents',
    agentsText: 'AI agents use this console over MCP.',
    McpEnabled: 'Console for agents',
    McpEnabledHelp:
      'Agents connect at /mcp with a person’s access token and have that person’s rights. They only read, unless the token was made for changes. The page Agents shows how to connect.',
    worker: 'Worker proxy',
    workerText: 'Fetches images and files in requests, so other sites do not see this server’s address.',
    WorkerUrl: 'Worker address',
    WorkerUrlHelp: 'Leave empty to fetch them directly.',
    WorkerValidKey: 'Worker key',
    WorkerValidKeyHelp: 'Authenticates requests to the worker.',
  },
  zh: {
    ServerAddress: '服务器地址',
    serverText: '用户和其他服务访问本服务器所用的地址。',
    ServerAddressHelp: '用于邮件、聊天链接、支付和第三方登录。',
    usual: '常用地址',
    thisPage: ({ address }) => `与当前窗口一致：${address}`,
    agents: '智能体',
    agentsText: 'AI 智能体通过 MCP 使用本控制台。',
    McpEnabled: '允许智能体接入',
    McpEnabledHelp:
      '智能体用个人的 access token 连接 /mcp，权限与该用户相同。除非令牌允许修改，否则只能读取。“智能体”页面说明如何连接。',
    worker: 'Worker 代理',
    workerText: '请求中引用的图片和文件经它下载，其他网站不会看到本服务器。',
    WorkerUrl: 'Worker 地址',
    WorkerUrlHelp: '留空则直接下载。',
    WorkerValidKey: 'Worker 密钥',
    WorkerValidKeyHelp: '让 Worker 确认请求来自你。',
  },
})
