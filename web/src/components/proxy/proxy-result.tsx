import { CircleCheck, CircleX } from 'lucide-react'
import { formatMilliseconds } from '../../lib/format/format-time.ts'
import styles from './proxy.module.css'
import { proxyText } from './proxy.text.ts'
import type { ProxyTesting } from './use-proxies.ts'

/** The exit address that a test found, or why it failed. */
export function ProxyResult({ test: { data, error, isPending } }: { test: ProxyTesting }) {
  const t = proxyText.use()
  return (
    <div role="status">
      {!isPending && data && (
        <p className={styles.works}>
          <CircleCheck aria-hidden />
          {t('works', { address: data.exit_address, time: formatMilliseconds(data.ms) })}
        </p>
      )}
      {!isPending && error && (
        <p className={styles.fails}>
          <CircleX aria-hidden />
          {error.message}
        </p>
      )}
    </div>
  )
}
