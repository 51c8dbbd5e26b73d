import type { Binding } from '@turnpike/contract/identity/self'
import type { User } from '@turnpike/contract/identity/user'
import { useStatus } from '../../../../lib/api/status.ts'
import { useText } from '../../../../lib/text/text.ts'
import { bindingsText } from './bindings.text.ts'

export type SignInMethod = {
  binding: Binding
  name: string
  /** The name of the bound account, or its id where the name is not known; empty while none is bound. */
  value: string
  /** A mail address that was given at registration and not verified; empty for the others. */
  claimed: string
  /** The administrator lets people bind it. */
  isOn: boolean
}

/** The mail address and every third-party account that can be bound. */
export function useSignInMethods(user: User | undefined): SignInMethod[] {
  const t = useText(bindingsText)
  const status = useStatus()
  const methods: Omit<SignInMethod, 'claimed'>[] = [
    { binding: 'email', name: t('email'), value: user?.email ?? '', isOn: true },
    {
      binding: 'github',
      name: 'GitHub',
      value: user?.github_name || user?.github_id || '',
      isOn: status?.github_oauth ?? false,
    },
    {
      binding: 'linuxdo',
      name: 'LinuxDO',
      value: user?.linux_do_name || user?.linux_do_id || '',
      isOn: status?.linuxdo_oauth ?? false,
    },
    { binding: 'wechat', name: t('wechat'), value: user?.wechat_id ?? '', isOn: status?.wechat_login ?? false },
    { binding: 'telegram', name: 'Telegram', value: user?.telegram_id ?? '', isOn: status?.telegram_oauth ?? false },
  ]
  return methods.map((method) => ({
    ...method,
    claimed: method.binding === 'email' && method.value === '' ? (user?.claimed_email ?? '') : '',
  }))
}
