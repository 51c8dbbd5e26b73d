import '../../lib/browser/focus-return.ts' // remembers the focus from the start, so that what is opened can return it
import 'dayjs/locale/zh-cn' // Ant's calendars are Chinese only once dayjs has this locale
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { useRoute } from '../use-route.ts'
import { Banners } from './banners.tsx'
import { Content } from './content.tsx'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'
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
