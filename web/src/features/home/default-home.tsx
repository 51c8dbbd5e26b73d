import { CodeCard } from '../../components/code-card/code-card.tsx'
import { baseAddress } from '../../lib/address/base-address.ts'
import { useStatus } from '../../lib/api/status.ts'
import { useText } from '../../lib/text/text.ts'
import { CopyAddress } from './copy-address.tsx'
import styles from './home.module.css'
import { homeText } from './home.text.ts'
import { HomeActions } from './home-actions.tsx'
import { LiveFacts } from './live-facts.tsx'
import { ProviderGate } from './provider-gate.tsx'

export function DefaultHome({ isAnswering }: { isAnswering: boolean }) {
  const t = useText(homeText)
  const status = useStatus()
  const base = baseAddress(status?.server_address ?? '', window.location.origin)
  return (
    <div className={styles.page}>
      <div className={styles.hero}>
        <div className={styles.pitch}>
          <h1 className={styles.title}>{t('title')}</h1>
          <p className={styles.lead}>{t('lead')}</p>
          <p className={styles.addressLabel}>{t('pointAt')}</p>
          <div className={styles.address}>
            <code>
              {base}
              <span className={styles.version}>/v1</span>
            </code>
            <CopyAddress address={`${base}/v1`} />
          </div>
          <HomeActions />
        </div>
        <CodeCard base={base} />
      </div>
      {isAnswering && status && <LiveFacts status={status} />}
      <ProviderGate />
    </div>
  )
}
