import { dictionary } from '../../lib/text.ts'

export const accountText = dictionary({
  en: {
    title: 'Settings',
    account: 'Account',
    money: 'Balance and use',
    username: 'User name',
    displayName: 'Display name',
    role: 'Role',
    group: 'Group',
    balance: 'Balance',
    used: 'Used so far',
    requests: 'Requests',
    signOut: 'Sign out',
  },
  zh: {
    title: '设置',
    account: '账户',
    money: '余额与用量',
    username: '用户名',
    displayName: '显示名称',
    role: '角色',
    group: '分组',
    balance: '余额',
    used: '历史消耗',
    requests: '请求次数',
    signOut: '退出登录',
  },
})
