import { Building2, Plus, UserRound, UsersRound } from 'lucide-react'
import { MenuEntry } from '../../../../components/menu/menu-entry.tsx'
import { orgRoleText } from '../../../../components/organisation/org-role.text.ts'
import { useOrgs } from '../../../../components/organisation/use-orgs.ts'
import textStyles from '../../../../components/style/text.module.css'
import { org } from '../../../../lib/session/org-context.ts'
import styles from './organisation-chip.module.css'
import { organisationMenuText } from './organisation-menu.text.ts'
import { useSwitchOrg } from './use-switch-org.ts'

/** For whom the tab can act: the user alone and each of the user's organisations; and how to create one. */
export function OrganisationEntries() {
  const t = organisationMenuText.use()
  const roleName = orgRoleText.use()
  const current = org.use()
  const switchTo = useSwitchOrg()
  const { data } = useOrgs()
  const { items = [], may_create = false } = data ?? {}
  if (items.length === 0 && current === undefined && !may_create) return null
  return (
    <>
      {(items.length > 0 || current !== undefined) && (
        <MenuEntry
          icon={<UserRound aria-hidden />}
          checked={current === undefined}
          onSelect={() => switchTo(undefined)}
        >
          {t('personal')}
        </MenuEntry>
      )}
      {items.map(({ id, name, role }) => (
        <MenuEntry
          key={id}
          icon={<Building2 aria-hidden />}
          checked={id === current}
          onSelect={() => switchTo({ id, name, role })}
        >
          <span className={`${textStyles.ellipsis} ${styles.entryName}`} title={name}>
            {name}
          </span>{' '}
          <span className={textStyles.quietSmall}>{roleName(role)}</span>
        </MenuEntry>
      ))}
      {current !== undefined && (
        <MenuEntry icon={<UsersRound aria-hidden />} to="/org/members">
          {t('members')}
        </MenuEntry>
      )}
      {may_create && (
        <MenuEntry icon={<Plus aria-hidden />} to="/org/new">
          {t('create')}
        </MenuEntry>
      )}
      <hr className={styles.line} />
    </>
  )
}
