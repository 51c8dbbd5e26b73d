import { dictionary } from '../../../lib/text/text.ts'

export const serverText = dictionary({
  en: {
    ServerAddress: 'Server address',
    serverText: 'The public address of this server.',
    ServerAddressHelp: 'Used in emails, chat links, payments and third-party sign-in.',
    usual: 'Presets',
    thisPage: ({ address }: { address: string }) => `Address of this window: ${address}`,
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
    worker: 'Worker 代理',
    workerText: '请求中引用的图片和文件经它下载，其他网站不会看到本服务器。',
    WorkerUrl: 'Worker 地址',
    WorkerUrlHelp: '留空则直接下载。',
    WorkerValidKey: 'Worker 密钥',
    WorkerValidKeyHelp: '让 Worker 确认请求来自你。',
  },
})
