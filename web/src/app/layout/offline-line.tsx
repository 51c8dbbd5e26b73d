import { WifiOff } from 'lucide-react'
import { useText } from '../../lib/text/text.ts'
import styles from './frame.module.css'
import { layoutText } from './layout.text.ts'

/** Under the top bar while the browser has no network. */
export function OfflineLine() {
  const t = useText(layoutText)
  return (
    <p className={styles.offlineLine} role="alert">
      <WifiOff aria-hidden />
      {t('offline')}
    </p>
  )
}
