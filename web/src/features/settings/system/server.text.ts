import { dictionary } from '../../../lib/text/text.ts'

export const serverText = dictionary({
  en: {
    ServerAddress: 'Server address',
    serverText: 'Where people and other services reach this server.',
    ServerAddressHelp: 'Used in mails, chat links, payment and third-party sign-in. A slash at the end is dropped.',
    usual: 'Usual addresses',
    thisPage: ({ address }: { address: string }) => `As in this window: ${address}`,
    worker: 'Worker proxy',
    workerText:
      'Pictures and files named in requests are fetched through it, so that other sites never see this server.',
    WorkerUrl: 'Worker address',
    WorkerUrlHelp: 'Leave empty to fetch them directly. A slash at the end is dropped.',
    WorkerValidKey: 'Worker key',
    WorkerValidKeyHelp: 'Proves to the worker that the request is yours.',
  },
  zh: {
    ServerAddress: '服务器地址',
    serverText: '用户和其他服务访问本服务器所用的地址。',
    ServerAddressHelp: '用于邮件、聊天链接、支付和第三方登录。末尾的斜杠会被去掉。',
    usual: '常用地址',
    thisPage: ({ address }) => `与当前窗口一致：${address}`,
    worker: 'Worker 代理',
    workerText: '请求中引用的图片和文件经它下载，其他网站不会看到本服务器。',
    WorkerUrl: 'Worker 地址',
    WorkerUrlHelp: '留空则直接下载。末尾的斜杠会被去掉。',
    WorkerValidKey: 'Worker 密钥',
    WorkerValidKeyHelp: '让 Worker 确认请求来自你。',
  },
})
