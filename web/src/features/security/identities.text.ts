import { dictionary } from '../../lib/text/text.ts'

type Name = { name: string }

export const identitiesText = dictionary({
  en: {
    title: 'Identity providers',
    text: 'Sign in here with an account of your organisation.',
    none: 'Not bound',
    bind: 'Bind',
    unbind: 'Unbind',
    unbindTitle: ({ name }: Name) => `Unbind ${name}?`,
    unbindText: 'It no longer signs you in. You can bind it again later.',
    unbound: ({ name }: Name) => `${name} unbound`,
  },
  zh: {
    title: '身份提供方',
    text: '使用所在组织的账户登录此处。',
    none: '未绑定',
    bind: '绑定',
    unbind: '解绑',
    unbindTitle: ({ name }) => `解绑 ${name}？`,
    unbindText: '解绑后不能再用它登录，之后可以重新绑定。',
    unbound: ({ name }) => `已解绑 ${name}`,
  },
})
