import { role, type SignedIn } from '@turnpike/contract/identity/user'
import { ChevronDown, LogOut, Settings2, Wallet } from 'lucide-react'
import { MenuButton } from '../../../components/menu/menu-button.tsx'
import { MenuEntry } from '../../../components/menu/menu-entry.tsx'
import { useSeat } from '../../../lib/api/organisations.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { initials } from '../../../lib/format/initials.ts'
import { useSignOut } from '../../../lib/session/use-sign-out.ts'
import { useRoleName } from '../../../lib/text/use-role-name.ts'
import { pages } from '../../routes.tsx'
import { HelpEntries } from '../help/help-menu.tsx'
import { layoutText } from '../layout.text.ts'
import { sideText } from '../side/side.text.ts'
import { sideItems } from '../side/side-items.ts'
import styles from './top-bar.module.css'

// Lazy: the menu is rarely open, and the steps are soon done.
const FirstStepsEntry = lazyPart(async () => (await import('./first-steps-entry.tsx')).FirstStepsEntry)

const OrganisationEntries = lazyPart(
  async () => (await import('./organisation/organisation-entries.tsx')).OrganisationEntries,
)

/** Name and role of the signed-in user, links to wallet, settings and help, sign-out. */
export function UserMenu({ user }: { user: SignedIn }) {
  const t = layoutText.use()
  const side = sideText.use()
  const roleName = useRoleName()
  const small = useSmallScreen() // elsewhere the top bar has a help menu
  const signOut = useSignOut()
  const seat = useSeat()
  const name = user.display_name || user.username
  const content = (
    <>
      {/* CSS draws the letters: visible text would have to be part of the button's accessible name. */}
      <span className={styles.avatar} data-initials={initials(name)} aria-hidden />
      <span className={styles.userName}>{name}</span>
      <ChevronDown className={styles.chevron} aria-hidden />
    </>
  )
  const heading = (
    <>
      <strong className={styles.headingName}>{name}</strong>
      <span className={styles.headingRole}>
        {roleName(user.role)} · {user.group}
      </span>
    </>
  )
  return (
    <MenuButton label={`${t('account')}: ${name}`} content={content} className={styles.user} heading={heading}>
      {!seat && <OrganisationEntries />}
      {user.role >= role.admin && <FirstStepsEntry />}
      {(!seat || seat.may('watch')) && pages.has(sideItems.wallet.path) && (
        <MenuEntry icon={<Wallet aria-hidden />} to={sideItems.wallet.path}>
          {side('wallet')}
        </MenuEntry>
      )}
      <MenuEntry icon={<Settings2 aria-hidden />} to={sideItems.settings.path}>
        {side('settings')}
      </MenuEntry>
      {small && <HelpEntries isShort />}
      <MenuEntry icon={<LogOut aria-hidden />} onSelect={() => signOut.mutate()}>
        {t('signOut')}
      </MenuEntry>
    </MenuButton>
  )
}
