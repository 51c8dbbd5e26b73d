import { dictionary } from '../../../lib/text/text.ts'

export const tokenCreatedText = dictionary({
  title: ['Token created', '令牌已创建'],
  titleMany: ['{count} tokens created', '已创建 {count} 个令牌'],
  copyKey: ['Copy', '复制'],
  keyHelp: [
    'Treat it like a password. You can view it again from the list.',
    '请像密码一样保管。之后可以在列表中再次查看。',
  ],
  clients: ['Open in a client', '在客户端中打开'],
  moreClients: ['More clients', '更多客户端'],
  saveCsv: ['Download CSV', '下载 CSV'],
  fileName: ['tokens', '令牌'],
  keys: ['{count} keys', '{count} 个密钥'],
  allHelp: [
    'Names and keys, one per line. Handle the file like the keys themselves.',
    '每行一个名称和密钥。请像密钥一样妥善保管文件。',
  ],
  stopped: ['{created} of {wanted} tokens created before an error:', '共 {wanted} 个，创建到第 {created} 个时停止：'],
})
