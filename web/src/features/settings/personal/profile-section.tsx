import type { User } from '@turnpike/contract/identity/user'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { useText } from '../../../lib/text/text.ts'
import { useRoleName } from '../../../lib/text/use-role-name.ts'
import { accountText } from './account.text.ts'
import { DisplayNameField } from './display-name-field.tsx'
import styles from './personal.module.css'

export function ProfileSection({ user }: { user: User | undefined }) {
  const t = useText(accountText)
  const roleName = useRoleName()
  return (
    <FormSection title={t('profile')} text={t('profileText')}>
      <div className={styles.three}>
        <Facts>
          <Fact name={t('username')}>{user?.username}</Fact>
          <Fact name={t('role')}>{user && roleName(user.role)}</Fact>
          <Fact name={t('group')}>{user?.group}</Fact>
        </Facts>
      </div>
      <DisplayNameField stored={user?.display_name} />
    </FormSection>
  )
}
