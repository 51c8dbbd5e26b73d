import type { SharedKey } from '@turnpike/contract/identity/share-link'
import { neverExpires } from '@turnpike/contract/identity/token'
import { TriangleAlert } from 'lucide-react'
import { FirstCallSections, KeySection } from '../../components/code-card/key-sections.tsx'
import { Money } from '../../components/figures/money.tsx'
import { RelativeTime } from '../../components/figures/relative-time.tsx'
import { keyOf } from '../../lib/format/token-key.ts'
import { useText } from '../../lib/text/text.ts'
import styles from './share.module.css'
import { sharePageText } from './share.text.ts'

/** A key that was shared: the key itself, its limits, the address for clients, and an example of a first call. */
export function SharedKeyView({ shared }: { shared: SharedKey }) {
  const t = useText(sharePageText)
  const key = keyOf(shared)
  return (
    <div className={styles.parts}>
      <KeySection isLarge apiKey={key} copyWords={t('copy')}>
        <p className={styles.once} role="status">
          <TriangleAlert aria-hidden />
          <span>{t('once')}</span>
        </p>
      </KeySection>
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
      <FirstCallSections isLarge apiKey={key} models={shared.models} />
    </div>
  )
}
