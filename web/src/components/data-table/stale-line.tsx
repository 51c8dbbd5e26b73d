import { Button } from 'antd'
import { TriangleAlert } from 'lucide-react'
import { stateText } from '../states/state.text.ts'
import styles from './data-table.module.css'

type StaleLineProps = { error: Error; onRetry: () => void; retrying: boolean }

/** Says that the rows below may be out of date, because reloading them failed. */
export function StaleLine({ error, onRetry, retrying }: StaleLineProps) {
  const t = stateText.use()
  return (
    <div className={styles.staleLine} role="alert">
      <TriangleAlert aria-hidden />
      <span>{error.message}</span>
      <Button size="small" loading={retrying} onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}
