import { dictionary } from '../../lib/text/text.ts'

export const authPageText = dictionary({
  promise: ['One road to every model.', '一条路，通往所有模型。'],
  proof: ['One address, one key, every request itemized', '一个地址，一个密钥，每次请求都有账可查'],
  showPassword: ['Show password', '显示密码'],
})
