import type { LogDetail } from '@turnpike/contract/usage/log'
import { formatMilliseconds } from '../../../lib/format/format-time.ts'
import { useText } from '../../../lib/text/text.ts'
import { detailText } from './detail.text.ts'
import styles from './row-detail.module.css'
import { timeParts } from './time-parts.ts'

/** A bar of the call's time: until it was sent, answered, its first word, its end. */
export function TimingBar({ timing }: { timing: NonNullable<LogDetail['timing']> }) {
  const t = useText(detailText)
  const parts = timeParts(timing)
  return (
    <figure aria-label={t('bar')}>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ name, ms }) => (
          <span key={name} className={styles[name]} style={{ flexGrow: ms }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {parts.map(({ name, ms }) => (
          <li key={name}>
            <i className={styles[name]} aria-hidden="true" />
            {t(name)} <b>{formatMilliseconds(ms)}</b>
          </li>
        ))}
      </ul>
    </figure>
  )
}
