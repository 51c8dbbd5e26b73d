import '../../lib/browser/focus-return.ts' // tracks the focus from the start, so that menus and dialogs can return it
import 'dayjs/locale/zh-cn' // Ant's calendars are Chinese only once dayjs has this locale
import { useQuery } from '@tanstack/react-query'
import { role } from '@turnpike/contract/identity/user'
import { use } from 'react'
import { Link } from 'react-router'
import { Banner } from '../../components/states/banner.tsx'
import { setupOver, useSetup } from '../../lib/api/setup.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { session } from '../../lib/session/session.ts'
import { dictionary } from '../../lib/text/text.ts'
import { useRoute } from '../use-route.ts'
import { FoldedBanners } from './folded-banners.tsx'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'
import { Content } from './frames.tsx'
import { FailingBanner } from './health/failing-banner.tsx'
import { failingQuery } from './message-queries.ts'
import { SideBar } from './side/side-bar.tsx'
import { messagesKnown } from './standing-messages.ts'

/** Pages of the console: side bar (a drawer on small screens), standing messages, page, footer. */
export function ConsoleFrame() {
  const small = useSmallScreen()
  const route = useRoute()
  const user = session.use()
  if (user) use(messagesKnown(user))
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
  const { data: failing } = useQuery({ ...failingQuery, enabled: level >= role.admin })
  return (
    <FoldedBanners>
      {isRoot && setup?.state === 'needed' && <DefaultPasswordBanner />}
      {failing && failing.count > 0 && <FailingBanner summary={failing} />}
      {failing?.below_cost && <LossBanner />}
    </FoldedBanners>
  )
}

const bannerText = dictionary({
  defaultPassword: ['You are using the default password, which is public.', '你正在使用默认密码，这个密码是公开的。'],
  setPassword: ["Set the administrator's password", '设置管理员密码'],
})

/** The super administrator's password is the one that every installation begins with. */
function DefaultPasswordBanner() {
  const t = bannerText.use()
  return (
    <Banner tone="warning" actions={<Link to="/setup">{t('setPassword')}</Link>}>
      {t('defaultPassword')}
    </Banner>
  )
}
