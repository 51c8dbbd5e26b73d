import type { FailingChannel, FailingSummary } from '@turnpike/contract/routing/channel-attempts'
import { channelStatus } from '@turnpike/contract/routing/channel-status'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Banner } from '../../../components/states/banner.tsx'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import styles from '../frame.module.css'
import { dismissedChannels, isNews, stillFailing } from './dismissed.ts'
import { healthText } from './health.text.ts'

const DisableFailing = lazyPart(async () => (await import('./disable-failing.tsx')).DisableFailing)

/** Says how many channels fail and whose calls they affect. A closed banner returns when another channel fails. */
export function FailingBanner({ summary: data }: { summary: FailingSummary }) {
  const t = healthText.use()
  const dismissed = dismissedChannels.use()
  const [toDisable, setToDisable] = useState<readonly FailingChannel[]>()
  useEffect(() => {
    const left = stillFailing(idsOf(data), dismissed)
    if (left.length < dismissed.length) dismissedChannels.set(left)
  }, [data, dismissed])

  if (!isNews(idsOf(data), dismissed)) return null
  const serving = data.channels.filter(({ status }) => status === channelStatus.enabled)
  const [first] = data.channels
  return (
    <>
      <Banner
        tone={serving.length > 0 ? 'error' : 'warning'}
        onClose={() => dismissedChannels.set(idsOf(data))}
        actions={
          <>
            <Link to="/channel?health=failed" className={styles.bannerAction}>
              {t('show')}
            </Link>
            {serving.length > 0 && (
              <button type="button" className={styles.bannerAction} onClick={() => setToDisable(serving)}>
                {t('disable')}
              </button>
            )}
          </>
        }
      >
        {data.count === 1 && first ? t('oneFailing', { name: first.name }) : t('someFailing', { count: data.count })}
        {data.affected && ` · ${t('affected', data.affected)}`}
      </Banner>
      {toDisable && <DisableFailing channels={toDisable} onClosed={() => setToDisable(undefined)} />}
    </>
  )
}

const idsOf = ({ channels }: FailingSummary) => channels.map(({ id }) => id)
