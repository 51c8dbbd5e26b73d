import type { ExplainedChannel, RouteExplanation } from '@turnpike/contract/routing/route-explain'
import { Sheet } from '../../components/page/sheet.tsx'
import { useText } from '../../lib/text/text.ts'
import { ChannelRow } from './channel-row.tsx'
import styles from './route.module.css'
import { routeText } from './route.text.ts'

type RouteChannelsProps = { explanation: RouteExplanation; channels: readonly ExplainedChannel[] }

/** The channels that a call may go to, by priority, and those that are left out, each with its reasons. */
export function RouteChannels({ explanation, channels }: RouteChannelsProps) {
  const t = useText(routeText)
  const { choice, tries, left_out } = explanation
  const used = channels.filter(({ state }) => state !== 'never')
  const leftOut = channels.filter(({ state }) => state === 'never')
  const tiers = Map.groupBy(used, ({ tier }) => tier)
  return (
    <Sheet title={t('channels')} facts={used.length > 0 ? t('choice', { choice, tries }) : undefined} flush>
      {channels.length === 0 && <p className={styles.none}>{t('none')}</p>}
      {[...tiers].map(([tier, members]) => (
        <section key={tier}>
          <TierTitle channels={members} />
          <ul>
            {members.map((channel) => (
              <ChannelRow key={channel.id} channel={channel} />
            ))}
          </ul>
        </section>
      ))}
      {leftOut.length > 0 && (
        <section>
          <h3 className={styles.tier}>
            {t('leftOut')} <small>{leftOut.length + left_out}</small>
          </h3>
          <ul>
            {leftOut.map((channel) => (
              <ChannelRow key={channel.id} channel={channel} />
            ))}
          </ul>
          {left_out > 0 && <p className={styles.none}>{t('more', { count: left_out })}</p>}
        </section>
      )}
    </Sheet>
  )
}

function TierTitle({ channels }: { channels: readonly ExplainedChannel[] }) {
  const t = useText(routeText)
  const reached = channels.map(({ from_try }) => from_try).filter((number) => number > 0)
  const first = Math.min(...reached)
  return (
    <h3 className={styles.tier}>
      {t('priority', { priority: channels[0]?.priority ?? 0 })}{' '}
      <small>
        {reached.length === 0 ? t('notReached') : first === 1 ? t('atFirst') : t('fromTry', { number: first })}
      </small>
    </h3>
  )
}
