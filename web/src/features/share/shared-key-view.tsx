import type { SharedKey } from '@turnpike/contract/identity/share-link'
import { neverExpires } from '@turnpike/contract/identity/token'
import { Button } from 'antd'
import { Copy, TriangleAlert } from 'lucide-react'
import { CodeCard } from '../../components/code-card/code-card.tsx'
import { CopyButton } from '../../components/copy/copy-button.tsx'
import { useCopy } from '../../components/copy/use-copy.ts'
import { Money } from '../../components/figures/money.tsx'
import { RelativeTime } from '../../components/figures/relative-time.tsx'
import { useBaseAddress } from '../../lib/address/use-base-address.ts'
import { maskSecret } from '../../lib/format/mask-secret.ts'
import { keyOf } from '../../lib/format/token-key.ts'
import { useText } from '../../lib/text/text.ts'
import styles from './share.module.css'
import { sharePageText } from './share.text.ts'

/** A key that was shared: the key itself, its limits, the address for clients, and an example of a first call. */
export function SharedKeyView({ shared }: { shared: SharedKey }) {
  const t = useText(sharePageText)
  const copy = useCopy()
  const base = useBaseAddress()
  const key = keyOf(shared)
  return (
    <div className={styles.parts}>
      <section>
        <h2 className={styles.label}>{t('key')}</h2>
        <div className={`${styles.box} ${styles.key}`}>
          <code>{key}</code>
          <Button autoFocus type="primary" icon={<Copy />} onClick={() => copy(key, t('key'))}>
            {t('copy')}
          </Button>
        </div>
        <p className={styles.once} role="status">
          <TriangleAlert aria-hidden />
          <span>{t('once')}</span>
        </p>
      </section>
      <dl className={styles.facts}>
        <div>
          <dt>{t('quota')}</dt>
          <dd>{shared.unlimited_quota ? t('unlimited') : <Money quota={Math.max(0, shared.remain_quota)} />}</dd>
        </div>
        <div>
          <dt>{t('keyExpires')}</dt>
          <dd>{shared.expired_time === neverExpires ? t('never') : <RelativeTime seconds={shared.expired_time} />}</dd>
        </div>
        {shared.models.length > 0 && (
          <div>
            <dt>{t('models')}</dt>
            <dd className={styles.models}>{shared.models.join(', ')}</dd>
          </div>
        )}
      </dl>
      <section>
        <h2 className={styles.label}>{t('baseUrl')}</h2>
        <div className={styles.box}>
          <code>{base}/v1</code>
          <CopyButton text={`${base}/v1`} name={t('baseUrl')} />
        </div>
      </section>
      <section>
        <h2 className={styles.label}>{t('firstCall')}</h2>
        <CodeCard compact base={base} apiKey={{ shown: maskSecret(key, '…'), copied: key }} models={shared.models} />
      </section>
    </div>
  )
}
