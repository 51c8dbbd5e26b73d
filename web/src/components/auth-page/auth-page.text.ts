import { dictionary } from '../../lib/text/text.ts'

export const authPageText = dictionary({
  en: {
    promise: 'One road to every model.',
    proof: 'One address, one key, every call itemized',
    showPassword: 'Show password',
    optional: 'optional',
  },
  zh: {
    promise: '一条路，通往所有模型。',
    proof: '一个地址，一个密钥，每一次调用都有账可查',
    showPassword: '显示密码',
    optional: '选填',
  },
})
