import { WifiOff } from 'lucide-react'
import { Outlet, ScrollRestoration } from 'react-router'
import { ManualCopy } from '../../components/copy/manual-copy.tsx'
import { Toaster } from '../../components/overlay/toast.tsx'
import { useOnline } from '../../lib/browser/use-online.ts'
import { useText } from '../../lib/text/text.ts'
import styles from './frame.module.css'
import { layoutText } from './layout.text.ts'
import { TopBar } from './top/top-bar.tsx'

/** Around every page: top bar, offline line, toasts, and the dialog for a text that could not be copied. */
export function RootLayout() {
  const t = useText(layoutText)
  const online = useOnline()
  return (
    <div className={online ? styles.shell : `${styles.shell} ${styles.offline}`}>
      <button type="button" className={styles.skip} onClick={() => document.getElementById('content')?.focus()}>
        {t('skip')}
      </button>
      <TopBar />
      {!online && (
        <p className={styles.offlineLine} role="alert">
          <WifiOff aria-hidden />
          {t('offline')}
        </p>
      )}
      <Outlet />
      <Toaster />
      <ManualCopy />
      <ScrollRestoration />
    </div>
  )
}
