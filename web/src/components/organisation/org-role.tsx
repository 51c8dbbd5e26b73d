import type { OrgRole } from '@turnpike/contract/identity/organisation'
import { ShieldCheck } from 'lucide-react'
import styles from './org-role.module.css'
import { orgRoleText } from './org-role.text.ts'

const managers: readonly OrgRole[] = ['owner', 'admin']

/** The role of a member in one word, and what it may do on hover. Those who manage the organisation have a shield. */
export function OrgRoleTag({ role }: { role: OrgRole }) {
  const t = orgRoleText.use()
  const isManager = managers.includes(role)
  return (
    <span className={`${styles.tag} ${isManager ? styles.manager : styles.ordinary}`} title={t(`${role}May`)}>
      {isManager && <ShieldCheck aria-hidden />}
      {t(role)}
    </span>
  )
}
