import { useQuery } from '@tanstack/react-query'
import { channelStatus } from '@turnpike/contract/channels/channel'
import {
  channelAttemptApi,
  type FailingChannel,
  type FailingSummary,
} from '@turnpike/contract/channels/channel-attempts'
import { Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Banner } from '../../../components/states/banner.tsx'
import { call } from '../../../lib/api/call.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { useText } from '../../../lib/text/text.ts'
import { dismissedChannels, isNews, stillFailing } from './dismissed.ts'
import styles from './failing-banner.module.css'
import { healthText } from './health.text.ts'

const DisableFailing = lazyPart(async () => (await import('./disable-failing.tsx')).DisableFailing)

const minuteMs = 60_000

/** For administrators: how many channels fail, and whose calls it affects. Closed, it stays away until another one fails. */
export function FailingBanner() {
  const t = useText(healthText)
  const dismissed = dismissedChannels.use()
  // Under `channels`, so that a change of a channel asks again.
  const { data } = useQuery({
    queryKey: ['channels', 'failing'],
    queryFn: () => call(channelAttemptApi.failing),
    staleTime: minuteMs,
    refetchInterval: minuteMs,
  })
  const [toDisable, setToDisable] = useState<readonly FailingChannel[]>()
  useEffect(() => {
    if (!data) return
    const left = stillFailing(idsOf(data), dismissed)
    if (left.length < dismissed.length) dismissedChannels.set(left)
  }, [data, dismissed])

  if (!data || !isNews(idsOf(data), dismissed)) return null
  const serving = data.channels.filter(({ status }) => status === channelStatus.enabled)
  const [first] = data.channels
  return (
    <>
      <Banner
        tone={serving.length > 0 ? 'error' : 'warning'}
        onClose={() => dismissedChannels.set(idsOf(data))}
        actions={
          <>
            <Link to="/channel?health=failed" className={styles.action}>
              {t('show')}
            </Link>
            {serving.length > 0 && (
              <button type="button" className={styles.action} onClick={() => setToDisable(serving)}>
                {t('disable')}
              </button>
            )}
          </>
        }
      >
        {data.count === 1 && first ? t('oneFailing', { name: first.name }) : t('someFailing', { count: data.count })}
        {data.affected && ` · ${t('affected', data.affected)}`}
      </Banner>
      {toDisable && (
        <Suspense>
          <DisableFailing channels={toDisable} onClosed={() => setToDisable(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const idsOf = ({ channels }: FailingSummary) => channels.map(({ id }) => id)
