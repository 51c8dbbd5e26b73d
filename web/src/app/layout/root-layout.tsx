import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { ManualCopy } from '../../components/copy/manual-copy.tsx'
import { Toaster } from '../../components/overlay/toast.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { useStatusProblem } from '../../lib/api/status.ts'
import { PaletteHost } from '../palette/palette-host.tsx'
import { ShortcutsHost } from '../shortcuts/shortcuts-host.tsx'
import styles from './frame.module.css'
import { layoutText } from './layout.text.ts'
import { TopBar } from './top/top-bar.tsx'

/** Around every page: top bar, the line of a lost connection, toasts, and the dialog for a text that could not be copied. */
export function RootLayout() {
  const t = layoutText.use()
  const online = useOnline()
  const statusProblem = useStatusProblem()
  const problem = online ? statusProblem : t('offline')
  return (
    <div className={problem ? `${styles.shell} ${styles.offline}` : styles.shell}>
      <button type="button" className={styles.skip} onClick={() => document.getElementById('content')?.focus()}>
        {t('skip')}
      </button>
      <TopBar />
      {problem && (
        <p className={`${layoutStyles.row} ${styles.offlineLine}`} role="alert">
          <WifiOff aria-hidden />
          {problem}
        </p>
      )}
      <Outlet />
      <Toaster />
      <ManualCopy />
      <PaletteHost />
      <ShortcutsHost />
      <ScrollRestoration />
    </div>
  )
}

function subscribeToNetwork(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the browser has a network; our server may still be unreachable. */
const useOnline = () => useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
