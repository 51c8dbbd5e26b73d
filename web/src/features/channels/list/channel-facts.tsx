import { formatCount } from '@turnpike/contract/quota'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { channelsText } from '../channels.text.ts'
import styles from './channel-list.module.css'

type Counts = { enabled: number; disabled: number; auto_disabled: number; failed: number }

/** How many channels there are in each state; each number leads to its channels. */
export function ChannelFacts({ counts }: { counts: Counts }) {
  const t = channelsText.use()
  const small = useSmallScreen()
  const { enabled, disabled, auto_disabled, failed } = counts
  const total = enabled + disabled + auto_disabled
  const words = (key: 'enabledCount' | 'disabledCount' | 'autoDisabledCount' | 'failedCount', count: number) =>
    t(key, { count: formatCount(count) })
  const all = {
    to: '?',
    count: total,
    text: small ? formatCount(total) : t('totalCount', { count: formatCount(total) }),
  }
  const states = [
    { to: '?status=enabled', count: enabled, text: words('enabledCount', enabled) },
    { to: '?status=disabled', count: disabled, text: words('disabledCount', disabled) },
    { to: '?status=auto_disabled', count: auto_disabled, text: words('autoDisabledCount', auto_disabled) },
  ]
  const failures = { to: '?health=failed', count: failed, text: words('failedCount', failed), isBad: true }
  const facts = [all, ...(small ? [] : states), ...(failed > 0 ? [failures] : [])]
  return (
    <span className={styles.facts}>
      {facts.map(({ to, count, text, ...rest }, at) => (
        <Fragment key={to}>
          {at > 0 && ' · '}
          {count === 0 ? (
            text
          ) : (
            <Link to={to} className={'isBad' in rest ? styles.failed : undefined}>
              {text}
            </Link>
          )}
        </Fragment>
      ))}
    </span>
  )
}
