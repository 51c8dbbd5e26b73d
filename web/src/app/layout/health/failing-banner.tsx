import type { FailingChannel, FailingSummary } from '@turnpike/contract/routing/channel-attempts'
import { channelStatus } from '@turnpike/contract/routing/channel-status'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Banner } from '../../../components/states/banner.tsx'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { language } from '../../../lib/browser/preferences.ts'
import { formatRelative } from '../../../lib/format/format-time.ts'
import styles from '../frame.module.css'
import { dismissedChannels, isNews, isRecent, stillFailing } from './dismissed.ts'
import { healthText } from './health.text.ts'

const DisableFailing = lazyPart(async () => (await import('./disable-failing.tsx')).DisableFailing)

/**
 * Says which channels fail, how often and when. A closed banner returns when another channel fails, and a failure that is
 * old is left to the list of channels.
 */
export function FailingBanner({ summary }: { summary: FailingSummary }) {
  const t = healthText.use()
  const spoken = language.use()
  const dismissed = dismissedChannels.use()
  const [toDisable, setToDisable] = useState<readonly FailingChannel[]>()
  const now = Math.floor(Date.now() / 1000)
  const channels = summary.channels.filter((channel) => isRecent(channel, now))
  useEffect(() => {
    const left = stillFailing(idsOf(summary.channels), dismissed)
    if (left.length < dismissed.length) dismissedChannels.set(left)
  }, [summary, dismissed])

  if (!isNews(idsOf(channels), dismissed)) return null
  const serving = channels.filter(({ status }) => status === channelStatus.enabled)
  const [first] = channels
  const { affected } = summary
  const one = channels.length === 1 ? first : undefined
  const counted = one?.worst ?? affected
  return (
    <>
      <Banner
        tone={serving.length > 0 ? 'error' : 'warning'}
        onClose={() => dismissedChannels.set(idsOf(channels))}
        actions={
          <>
            <Link
              to={one ? `/channel?health=failed&drawer=errors:${one.id}` : '/channel?health=failed'}
              className={styles.bannerAction}
            >
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
        {one ? t('oneFailing', { name: one.name }) : t('someFailing', { count: channels.length })}
        {counted && ` · ${t('affected', { ...counted, time: formatRelative(counted.last_at, now, spoken) })}`}
      </Banner>
      {toDisable && <DisableFailing channels={toDisable} onClosed={() => setToDisable(undefined)} />}
    </>
  )
}

const idsOf = (channels: readonly FailingChannel[]) => channels.map(({ id }) => id)
