import { recentLoginSeconds } from '@turnpike/contract/identity/self'
import { dictionary } from '../../lib/text/text.ts'

const recentMinutes = recentLoginSeconds / 60

export const ownerText = dictionary({
  en: {
    cancel: 'Cancel',
    ownerTitle: 'Confirm your password',
    ownerText: `Your last sign-in was more than ${recentMinutes} minutes ago. Enter your current password to continue.`,
    ownerPassword: 'Current password',
    ownerConfirm: 'Confirm',
    ownerMissing: 'Enter your current password',
    ownerWrong: 'This is not your current password',
    ownerNone: 'No password yet?',
    ownerSignIn: 'Sign in again instead',
  },
  zh: {
    cancel: '取消',
    ownerTitle: '请输入密码确认',
    ownerText: `距离上次登录已超过 ${recentMinutes} 分钟，请输入当前密码后继续。`,
    ownerPassword: '当前密码',
    ownerConfirm: '确认',
    ownerMissing: '请输入当前密码',
    ownerWrong: '当前密码不正确',
    ownerNone: '还没有密码？',
    ownerSignIn: '重新登录',
  },
})
