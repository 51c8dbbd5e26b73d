import { Button } from 'antd'
import { CloudOff, RefreshCw } from 'lucide-react'
import { CallError } from '../../lib/api/call.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import styles from './state.module.css'
import { stateText } from './state.text.ts'

type ErrorStateProps = { error: unknown; onRetry?: () => void; retrying?: boolean }

/** Data could not be loaded: the reason, the request id for a support request, and a button to retry. */
export function ErrorState({ error, onRetry, retrying = false }: ErrorStateProps) {
  const t = stateText.use()
  const requestId = error instanceof CallError ? error.requestId : undefined
  return (
    <div className={styles.state} role="alert">
      <div className={`${styles.icon} ${styles.failed}`}>
        <CloudOff aria-hidden />
      </div>
      <h2 className={styles.title}>{error instanceof Error ? error.message : t('failed')}</h2>
      {requestId && (
        <p className={`${styles.text} ${styles.request}`}>
          <span>{t('request')}</span>
          <code>{requestId}</code>
          <CopyButton text={requestId} name={t('requestId')} />
        </p>
      )}
      {onRetry && (
        <div className={styles.action}>
          <Button icon={<RefreshCw />} loading={retrying} onClick={onRetry}>
            {t('retry')}
          </Button>
        </div>
      )}
    </div>
  )
}
