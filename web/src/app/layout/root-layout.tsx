import { Outlet, ScrollRestoration } from 'react-router'
import { CopyByHand } from '../../components/copy-by-hand.tsx'
import { Toaster } from '../../components/toast.tsx'
import { useText } from '../../lib/text.ts'
import { useOnline } from '../../lib/use-online.ts'
import styles from './frame.module.css'
import { layoutText } from './layout.text.ts'
import { OfflineLine } from './offline-line.tsx'
import { TopBar } from './top-bar.tsx'

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
