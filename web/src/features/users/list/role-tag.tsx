import { role } from '@turnpike/contract/identity/user'
import { ShieldCheck } from 'lucide-react'
import toneStyles from '../../../components/style/tone.module.css'
import { dictionary } from '../../../lib/text/text.ts'
import { useRoleName } from '../../../lib/text/use-role-name.ts'
import styles from './users.module.css'

const roleTagText = dictionary({
  ordinary: ['User', '普通用户'],
  admin: ['Admin', '管理员'],
  root: ['Super admin', '超级管理员'],
  unknown: ['Unknown', '未知身份'],
})

const appearances = new Map([
  [role.ordinary as number, { words: 'ordinary', className: styles.ordinary } as const],
  [role.admin, { words: 'admin', className: styles.accentTint } as const],
  [role.root, { words: 'root', className: styles.accentTint } as const],
])

/** The role of a user in one word; administrators have a shield. */
export function RoleTag({ number }: { number: number }) {
  const t = roleTagText.use()
  const name = useRoleName()(number)
  const { words, className } = appearances.get(number) ?? { words: 'unknown', className: toneStyles.warningTint }
  return (
    <span className={`${styles.tag} ${className}`} title={name}>
      {number >= role.admin && <ShieldCheck aria-hidden />}
      {t(words)}
    </span>
  )
}
