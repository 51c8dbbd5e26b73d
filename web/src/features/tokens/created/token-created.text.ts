import { dictionary } from '../../../lib/text/text.ts'

export const tokenCreatedText = dictionary({
  en: {
    title: 'Token created',
    titleMany: ({ count }: { count: number }) => `${count} tokens created`,
    copyKey: 'Copy',
    keyHelp: 'Treat it like a password. You can view it again from the list.',
    clients: 'Open in a client',
    moreClients: 'More clients',
    copyAll: 'Copy all',
    saveCsv: 'Download CSV',
    fileName: 'tokens',
    keys: ({ count }: { count: number }) => `${count} keys`,
    allHelp: 'Names and keys, one per line. Handle the file like the keys themselves.',
    stopped: ({ created, wanted }: { created: number; wanted: number }) =>
      `${created} of ${wanted} tokens created before an error:`,
  },
  zh: {
    title: '令牌已创建',
    titleMany: ({ count }) => `已创建 ${count} 个令牌`,
    copyKey: '复制',
    keyHelp: '请像密码一样保管。之后可以在列表中再次查看。',
    clients: '在客户端中打开',
    moreClients: '更多客户端',
    copyAll: '复制全部',
    saveCsv: '下载 CSV',
    fileName: '令牌',
    keys: ({ count }) => `${count} 个密钥`,
    allHelp: '每行一个名称和密钥。请像密钥一样妥善保管文件。',
    stopped: ({ created, wanted }) => `共 ${wanted} 个，创建到第 ${created} 个时停止：`,
  },
})
