import { dictionary } from '../../lib/text/text.ts'

export const aboutText = dictionary({
  en: {
    pageTitle: 'About',
    title: ({ name }: { name: string }) => `About ${name}`,
    what: 'This is an AI model gateway. One address and one kind of key reach many model providers. It keeps each account’s balance and shows the channel and cost of every call.',
    version: 'Version',
    reference: 'API reference',
    openReference: 'Open the reference',
    licence: 'License',
    licenceText: 'Built on Turnpike, free software under the MIT license.',
  },
  zh: {
    pageTitle: '关于',
    title: ({ name }) => `关于 ${name}`,
    what: '这是一个 AI 模型网关：用一个地址、一种密钥调用众多模型服务，为每个账户记账，每次调用经由哪个渠道、花了多少钱都可以查到。',
    version: '版本',
    reference: '接口文档',
    openReference: '打开文档',
    licence: '许可',
    licenceText: '基于 Turnpike 构建，以 MIT 许可发布的自由软件。',
  },
})
