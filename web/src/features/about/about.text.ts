import { dictionary } from '../../lib/text/text.ts'

export const aboutText = dictionary({
  en: {
    pageTitle: 'About',
    title: ({ name }: { name: string }) => `About ${name}`,
    what: 'This is an AI model gateway. It relays calls to many model providers behind one address and one kind of key, keeps each account’s balance, and shows for every call which channel it took and what it cost.',
    version: 'Version',
    reference: 'API reference',
    openReference: 'Open the reference',
    licence: 'Licence',
    licenceText: 'Built on Turnpike, free software under the MIT licence.',
  },
  zh: {
    pageTitle: '关于',
    title: ({ name }) => `关于 ${name}`,
    what: '这是一个 AI 模型网关：用一个地址、一种密钥转发到众多模型服务，为每个账号记账，每一次调用走了哪个渠道、花了多少钱都可以查到。',
    version: '版本',
    reference: '接口文档',
    openReference: '打开文档',
    licence: '许可',
    licenceText: '基于 Turnpike 构建，以 MIT 许可发布的自由软件。',
  },
})
