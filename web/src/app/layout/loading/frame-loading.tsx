import { useEffect } from 'react'
import { useSeat } from '../../../lib/api/organisations.ts'
import { useStatus } from '../../../lib/api/status.ts'
import { sidebarCollapsed } from '../../../lib/browser/preferences.ts'
import { useMedia } from '../../../lib/browser/use-media.ts'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { session } from '../../../lib/session/session.ts'
import { checkAccess } from '../../access.ts'
import { pages } from '../../routes.tsx'
import { useRoute } from '../../use-route.ts'
import frame from '../frame.module.css'
import { isCollapsed, visibleItems } from '../side/side-items.ts'
import { messagesKnown } from '../standing-messages.ts'
import styles from './loading.module.css'
import { PageLoading } from './page-loading.tsx'

/** Stands in for the console while its code loads: grey bars in place of the side bar and the page. */
export function FrameLoading() {
  const small = useSmallScreen()
  const access = useRoute()?.access ?? 'public'
  const user = session.use()
  useEffect(() => {
    if (user) void messagesKnown(user) // asked for while the code loads
  }, [user])
  if (checkAccess(access, user) !== 'allowed') return null // the sign-in page follows
  return (
    <div className={frame.frame}>
      {!small && <SideLoading />}
      <main className={frame.content} aria-busy="true">
        <PageLoading />
      </main>
    </div>
  )
}

function SideLoading() {
  const status = useStatus()
  const narrow = useMedia('(max-width: 1279px)')
  const collapsed = isCollapsed(sidebarCollapsed.use(), narrow, status?.default_collapse_sidebar ?? false)
  const items = visibleItems(session.use(), status, pages, useSeat()).flatMap((group) => group.items)
  return (
    <aside className={collapsed ? `${styles.side} ${styles.collapsed}` : styles.side} aria-hidden="true">
      {items.map(({ key }) => (
        <span key={key} />
      ))}
    </aside>
  )
}
