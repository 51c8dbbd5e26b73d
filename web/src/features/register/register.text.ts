import { personBounds } from '@turnpike/contract/identity/user-admin'
import { dictionary } from '../../lib/text/text.ts'

const usernameMax = personBounds.username.charactersMax
const { charactersMin: passwordMin, charactersMax: passwordMax } = personBounds.password

export const registerText = dictionary({
  en: {
    title: 'Create an account',
    haveAccount: 'Already have one?',
    usernameHelp: `Up to ${usernameMax} characters`,
    passwordHelp: `${passwordMin} to ${passwordMax} characters`,
    password2: 'Repeat password',
    emailHelp: 'Verify it later in Settings. Until then it is not used.',
    code: 'Verification code',
    submit: 'Create account',
    missing: 'Enter username and password',
    usernameLong: `Use at most ${usernameMax} characters for the username`,
    passwordShort: `Password length must not be less than ${passwordMin}`,
    passwordLong: `Password length must not be more than ${passwordMax}`,
    passwordsDiffer: 'The two passwords do not match',
    emailInvalid: 'Enter a valid email address',
    codeMissing: 'Enter the code from the email',
    created: 'Account created. Sign in with it now.',
    closedTitle: 'Registration is closed',
    passwordClosedTitle: 'Password registration is off',
    backToSignIn: 'Back to sign in',
  },
  zh: {
    title: '注册账户',
    haveAccount: '已有账户？',
    usernameHelp: `不超过 ${usernameMax} 个字符`,
    passwordHelp: `${passwordMin} 到 ${passwordMax} 个字符`,
    password2: '确认密码',
    emailHelp: '可稍后在设置中验证，验证之前不会使用。',
    code: '验证码',
    submit: '注册',
    missing: '请输入用户名和密码',
    usernameLong: `用户名不能超过 ${usernameMax} 个字符`,
    passwordShort: `密码长度不得小于 ${passwordMin} 位`,
    passwordLong: `密码长度不得大于 ${passwordMax} 位`,
    passwordsDiffer: '两次输入的密码不一致',
    emailInvalid: '请输入有效的邮箱地址',
    codeMissing: '请输入邮件中的验证码',
    created: '账户已创建，请登录。',
    closedTitle: '暂不开放注册',
    passwordClosedTitle: '密码注册已关闭',
    backToSignIn: '返回登录',
  },
})
