import '../../lib/browser/focus-return.ts' // tracks the focus from the start, so that menus and dialogs can return it
import 'dayjs/locale/zh-cn' // Ant's calendars are Chinese only once dayjs has this locale
import { role } from '@turnpike/contract/identity/user'
import { Suspense } from 'react'
import { setupOver, useSetup } from '../../lib/api/setup.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { session } from '../../lib/session/session.ts'
import { useRoute } from '../use-route.ts'
import { Content } from './content.tsx'
import { DefaultPasswordBanner } from './default-password-banner.tsx'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'
import { FailingBanner } from './health/failing-banner.tsx'
import { useFailing } from './health/use-failing.ts'
import { SideBar } from './side/side-bar.tsx'

/** Pages of the console: side bar (a drawer on small screens), standing messages, page, footer. */
export function ConsoleFrame() {
  const small = useSmallScreen()
  const route = useRoute()
  return (
    <div className={styles.frame}>
      {!small && <SideBar />}
      <div className={route?.fills ? `${styles.column} ${styles.filled}` : styles.column}>
        <Banners />
        <Content />
        {route?.footer !== false && <Footer />}
      </div>
    </div>
  )
}

const LossBanner = lazyPart(async () => (await import('./loss-banner.tsx')).LossBanner)

/** Standing messages above the page of a console, the most urgent first. */
function Banners() {
  const level = session.use()?.role ?? 0
  const isRoot = level === role.root
  const isSetUp = setupOver.use() // final: once changed, the default password does not come back
  const { data: setup } = useSetup({ enabled: isRoot && !isSetUp })
  const { data: failing } = useFailing({ enabled: level >= role.admin })
  return (
    <>
      {isRoot && setup?.state === 'needed' && <DefaultPasswordBanner />}
      {failing && failing.count > 0 && <FailingBanner summary={failing} />}
      {failing?.below_cost && (
        <Suspense>
          <LossBanner />
        </Suspense>
      )}
    </>
  )
}
