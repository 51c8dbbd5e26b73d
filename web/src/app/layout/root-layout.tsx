import { Outlet, ScrollRestoration } from 'react-router'
import { CopyByHand } from '../../components/copy/copy-by-hand.tsx'
import { Toaster } from '../../components/overlay/toast.tsx'
import { useOnline } from '../../lib/browser/use-online.ts'
import { useText } from '../../lib/text/text.ts'
import styles from './frame.module.css'
import { layoutText } from './layout.text.ts'
import { OfflineLine } from './offline-line.tsx'
import { TopBar } from './top/top-bar.tsx'

/** Around every page: the top bar, messages, and what can open from anywhere. */
export function RootLayout() {
  const t = useText(layoutText)
  const online = useOnline()
  return (
    <div className={online ? styles.shell : `${styles.shell} ${styles.offline}`}>
      <button type="button" className={styles.skip} onClick={() => document.getElementById('content')?.focus()}>
        {t('skip')}
      </button>
      <TopBar />
      {!online && <OfflineLine />}
      <Outlet />
      <Toaster />
      <CopyByHand />
      <ScrollRestoration />
    </div>
  )
}
