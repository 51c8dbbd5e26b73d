import { dictionary } from '../../lib/text/text.ts'

export const loginText = dictionary({
  en: {
    title: ({ name }: { name: string }) => `Sign in to ${name}`,
    noAccount: 'New here?',
    register: 'Create an account',
    expired: 'You are not signed in, or your session expired. Please sign in again.',
    username: 'Username or email',
    forgot: 'Forgot password?',
    submit: 'Sign in',
    missing: 'Enter username and password',
    defaultSignIn: 'The default sign-in of this new installation is',
    setPassword: "Set the administrator's password",
  },
  zh: {
    title: ({ name }) => `登录 ${name}`,
    noAccount: '还没有账户？',
    register: '注册',
    expired: '未登录或登录已过期，请重新登录。',
    username: '用户名或邮箱',
    forgot: '忘记密码',
    submit: '登录',
    missing: '请输入用户名和密码',
    defaultSignIn: '新安装系统的默认账户和密码是',
    setPassword: '设置管理员密码',
  },
})
