import { dictionary } from '../../lib/text/text.ts'

export const codeCardText = dictionary({
  en: {
    snippet: 'Code snippet',
    client: 'Client',
    theLine: 'the one line to change',
    noVersion: 'without /v1',
    anyModel: 'any model your key can call',
  },
  zh: {
    snippet: '代码示例',
    client: '客户端',
    theLine: '只改这一行',
    noVersion: '不带 /v1',
    anyModel: '密钥可用的任意模型',
  },
})
