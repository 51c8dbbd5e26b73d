import { dictionary } from '../../lib/text/text.ts'

export const loginText = dictionary({
  title: ['Sign in to {name}', '登录 {name}'],
  noAccount: ['New here?', '还没有账户？'],
  register: ['Create an account', '注册'],
  expired: [
    'You are not signed in, or your session expired. Please sign in again.',
    '未登录或登录已过期，请重新登录。',
  ],
  username: ['Username or email', '用户名或邮箱'],
  forgot: ['Forgot password?', '忘记密码'],
  submit: ['Sign in', '登录'],
  missing: ['Enter username and password', '请输入用户名和密码'],
  defaultSignIn: ['The default sign-in of this new installation is', '新安装系统的默认账户和密码是'],
  setPassword: ["Set the administrator's password", '设置管理员密码'],
})
