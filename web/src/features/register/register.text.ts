import { personBounds } from '@turnpike/contract/identity/user-admin'
import { dictionary } from '../../lib/text/text.ts'

const usernameMax = personBounds.username.charactersMax
const { charactersMin: passwordMin, charactersMax: passwordMax } = personBounds.password

export const registerText = dictionary({
  title: ['Create an account', '注册账户'],
  haveAccount: ['Already have one?', '已有账户？'],
  usernameHelp: [`Up to ${usernameMax} characters`, `不超过 ${usernameMax} 个字符`],
  passwordHelp: [`${passwordMin} to ${passwordMax} characters`, `${passwordMin} 到 ${passwordMax} 个字符`],
  password2: ['Repeat password', '确认密码'],
  emailHelp: ['Verify it later in Settings. Until then it is not used.', '可稍后在设置中验证，验证之前不会使用。'],
  code: ['Verification code', '验证码'],
  submit: ['Create account', '注册'],
  missing: ['Enter username and password', '请输入用户名和密码'],
  usernameLong: [`Use at most ${usernameMax} characters for the username`, `用户名不能超过 ${usernameMax} 个字符`],
  passwordShort: [`Password length must not be less than ${passwordMin}`, `密码长度不得小于 ${passwordMin} 位`],
  passwordLong: [`Password length must not be more than ${passwordMax}`, `密码长度不得大于 ${passwordMax} 位`],
  passwordsDiffer: ['The two passwords do not match', '两次输入的密码不一致'],
  emailInvalid: ['Enter a valid email address', '请输入有效的邮箱地址'],
  codeMissing: ['Enter the code from the email', '请输入邮件中的验证码'],
  created: ['Account created. Sign in now.', '账户已创建，请登录。'],
  closedTitle: ['Registration is closed', '暂不开放注册'],
  passwordClosedTitle: ['Password registration is off', '密码注册已关闭'],
  backToSignIn: ['Back to sign in', '返回登录'],
})
