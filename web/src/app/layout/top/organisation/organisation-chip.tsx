import { Building2, ChevronDown } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { MenuButton } from '../../../../components/menu/menu-button.tsx'
import { orgRoleText } from '../../../../components/organisation/org-role.text.ts'
import { toast } from '../../../../components/overlay/toast-list.ts'
import textStyles from '../../../../components/style/text.module.css'
import { type Seat, useOrgWatch, useSeat } from '../../../../lib/api/organisations.ts'
import { useSmallScreen } from '../../../../lib/browser/use-small-screen.ts'
import { usualEntry } from '../../../../lib/session/console-entry.ts'
import { lostOrg } from '../../../../lib/session/org-context.ts'
import styles from './organisation-chip.module.css'
import { OrganisationEntries } from './organisation-entries.tsx'
import { organisationMenuText } from './organisation-menu.text.ts'

/** The organisation that the tab acts for, on every page, so that members see whose money they spend; a click switches. */
export function OrganisationChip() {
  useLostOrg()
  const seat = useSeat()
  return seat && <ChipOf seat={seat} />
}

function ChipOf({ seat: { id, name, role } }: { seat: Seat }) {
  const t = organisationMenuText.use()
  const roleName = orgRoleText.use()
  const isSmall = useSmallScreen() // the chip is then at the left
  useOrgWatch()
  const shown = name || t('unnamed', { id })
  const content = (
    <>
      <Building2 aria-hidden />
      <span className={textStyles.ellipsis}>{shown}</span>
      <ChevronDown className={styles.chevron} aria-hidden />
    </>
  )
  const heading = (
    <>
      <strong className={styles.headingName}>{shown}</strong>
      {role && <span className={styles.headingRole}>{roleName(role)}</span>}
    </>
  )
  return (
    <MenuButton
      label={`${t('organisation')}: ${shown}`}
      content={content}
      className={styles.chip}
      isAtLeft={isSmall}
      heading={heading}
    >
      <OrganisationEntries />
    </MenuButton>
  )
}

/** Says that the membership has ended, and leaves the pages that only an organisation has. */
function useLostOrg() {
  const t = organisationMenuText.use()
  const lost = lostOrg.use()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => {
    if (!lost) return
    lostOrg.set(undefined)
    toast.warning(lost.name ? t('lost', { name: lost.name }) : t('lostUnnamed'), { stays: true })
    if (pathname.startsWith('/org/') && pathname !== '/org/invitation') void navigate(usualEntry, { replace: true })
  }, [lost, t, navigate, pathname])
}
