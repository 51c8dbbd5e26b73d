import { dictionary } from '../../lib/text/text.ts'

export const codeCardText = dictionary({
  snippet: ['Code snippet', '代码示例'],
  theLine: ['the one line to change', '只改这一行'],
  noVersion: ['without /v1', '不带 /v1'],
  anyModel: ['any model your key can use', '密钥可用的任意模型'],
})
