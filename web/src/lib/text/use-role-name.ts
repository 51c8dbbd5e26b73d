import { role } from '@turnpike/contract/identity/user'
import { dictionary } from './text.ts'

const roleText = dictionary({
  ordinary: ['User', '普通用户'],
  admin: ['Administrator', '管理员'],
  root: ['Super administrator', '超级管理员'],
  unknown: ['Unknown role', '未知身份'],
})

const names = new Map(Object.entries(role).map(([name, number]) => [number as number, name as keyof typeof role]))

/** The name of a role number; a number of a newer version is an unknown role. */
export function useRoleName(): (number: number) => string {
  const t = roleText.use()
  return (number) => t(names.get(number) ?? 'unknown')
}
