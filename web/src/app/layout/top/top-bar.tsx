import { Menu } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { isSetupOffered, setupOver, useSetup } from '../../../lib/api/setup.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { lostOrg, org } from '../../../lib/session/org-context.ts'
import { session } from '../../../lib/session/session.ts'
import { PaletteButton } from '../../palette/palette-button.tsx'
import { useRoute } from '../../use-route.ts'
import { HelpMenu } from '../help/help-menu.tsx'
import { layoutText } from '../layout.text.ts'
import { SlowPageLine } from '../loading/slow-page-line.tsx'
import { Notice } from '../notice/notice.tsx'
import { BalanceChip } from './balance-chip.tsx'
import { Brand } from './brand.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { ThemeMenu } from './theme-menu.tsx'
import styles from './top-bar.module.css'
import { useTopLinks } from './use-top-links.ts'
import { UserMenu } from './user-menu.tsx'

// Lazy: most people belong to no organisation.
const OrganisationChip = lazyPart(async () => (await import('./organisation/organisation-chip.tsx')).OrganisationChip)
const MenuDrawer = lazyPart(async () => (await import('./menu-drawer.tsx')).MenuDrawer)

/** Fixed above every page: links, notice, language, theme, and the account or the sign-in links. */
export function TopBar() {
  const t = layoutText.use()
  const user = session.use()
  const small = useSmallScreen()
  const bare = useRoute()?.frame === 'bare'
  const [menuOpen, setMenuOpen] = useState(false)
  const isFirstSetup = useFirstSetup()
  const isForOrg = org.use() !== undefined
  const isLost = lostOrg.use() !== undefined
  const chip = user && (isForOrg || isLost) && <OrganisationChip />
  // A phone has no room for both: the name of the organisation is the more important one.
  const hasBrand = !(small && chip && isForOrg)
  return (
    <header className={styles.bar}>
      {small && !bare && (
        <button
          type="button"
          className={styles.icon}
          aria-label={t('openMenu')}
          aria-expanded={menuOpen}
          onClick={() => setMenuOpen(true)}
        >
          <Menu aria-hidden />
        </button>
      )}
      {hasBrand && <Brand />}
      {small && chip}
      {!small && !isFirstSetup && <TopLinks />}
      <div className={styles.end}>
        {user && <PaletteButton />}
        <Notice mayAppear={!bare} />
        {!small && !bare && <HelpMenu />}
        {(!small || bare) && <LanguageMenu />}
        {hasBrand && <ThemeMenu />}
        {user ? (
          <>
            {!small && chip}
            <BalanceChip />
            <UserMenu user={user} />
          </>
        ) : (
          !(small && bare) && !isFirstSetup && <SignInLinks />
        )}
      </div>
      {menuOpen && <MenuDrawer onClose={() => setMenuOpen(false)} />}
      <SlowPageLine />
    </header>
  )
}

/** Whether the first password is being set: until then no other page is of use. */
function useFirstSetup(): boolean {
  const isHere = useLocation().pathname === '/setup'
  const { data } = useSetup({ enabled: isHere })
  return isHere && isSetupOffered(data)
}

function TopLinks() {
  const t = layoutText.use()
  return (
    <nav className={styles.links} aria-label={t('mainMenu')}>
      {useTopLinks().map(({ key, path, current }) => (
        <Link key={key} to={path} className={styles.link} aria-current={current ? 'page' : undefined}>
          {t(key)}
        </Link>
      ))}
    </nav>
  )
}

/** Pages to which nobody returns after signing in. */
const formPaths = new Set(['/login', '/register', '/setup'])

function SignInLinks() {
  const t = layoutText.use()
  const { pathname, search } = useLocation()
  const from = formPaths.has(pathname) ? undefined : { from: pathname + search }
  // A new installation has no channel that a new account could use.
  const isOver = setupOver.use()
  const { data: setup } = useSetup()
  const isNew = setup ? isSetupOffered(setup) : !isOver
  return (
    <>
      <Link to="/login" state={from} className={styles.signIn}>
        {t('signIn')}
      </Link>
      {!isNew && (
        <Link to="/register" className={styles.signUp}>
          {t('signUp')}
        </Link>
      )}
    </>
  )
}
