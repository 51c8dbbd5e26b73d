import { type Channel, channelStatus } from '@turnpike/contract/routing/channel'
import { Checkbox } from 'antd'
import { Money } from '../../../components/figures/money.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { TypeMonogram, useChannelTypeName } from '../../../components/tags/channel-type-name.tsx'
import { GroupTags } from '../../../components/tags/group-tags.tsx'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { ChannelActions } from '../actions/row-actions-menu.tsx'
import { channelsText } from '../channels.text.ts'
import styles from './channel-list.module.css'
import { ChannelResponse, FailureReason } from './channel-response.tsx'
import { listOf } from './channel-rows.ts'
import { ChannelStatus, StatusReason } from './channel-status.tsx'
import { ChannelTraffic } from './channel-traffic.tsx'
import { ModelCount } from './model-list.tsx'
import { ChannelNumber } from './number-fields.tsx'
import { ProxyTag } from './proxy-tag.tsx'
import { Remaining } from './used-remaining.tsx'

// Few channels have budgets.
const LimitStates = lazyPart(async () => (await import('../../../components/limits/limit-states.tsx')).LimitStates)

/** In batch mode: whether the channel is selected, and how to change that. */
export type Ticking = { isTicked: boolean; onTick: () => void }

/** A channel on a small screen. */
export function ChannelCard({ channel, ticking }: { channel: Channel; ticking?: Ticking | undefined }) {
  const t = channelsText.use()
  const typeName = useChannelTypeName()(channel.type)
  return (
    <article className={styles.card}>
      <header className={layoutStyles.row}>
        {ticking && (
          <Checkbox
            checked={ticking.isTicked}
            aria-label={t('select', { name: channel.name })}
            onChange={ticking.onTick}
          />
        )}
        <TypeMonogram type={channel.type} />
        <h2 className={`${textStyles.growingEllipsis} ${textStyles.heading}`}>{channel.name}</h2>
        <ChannelStatus channel={channel} />
      </header>
      {channel.status === channelStatus.autoDisabled ? (
        <StatusReason channel={channel} />
      ) : (
        <FailureReason channel={channel} />
      )}
      <dl className={styles.figures}>
        <dt>{t('type')}</dt>
        <dd className={styles.whole}>
          <span className={textStyles.ellipsis}>{typeName}</span>
        </dd>
        <dt>{t('response')}</dt>
        <dd className={styles.whole}>
          <ChannelResponse channel={channel} />
        </dd>
        <dt>{t('traffic')}</dt>
        <dd>
          <ChannelTraffic channel={channel} />
        </dd>
        <dt>{t('models')}</dt>
        <dd>
          <ModelCount channel={channel} />
        </dd>
        <dt>{t('used')}</dt>
        <dd>
          <Money quota={channel.used_quota} />
        </dd>
        <dt>{t('left')}</dt>
        <dd>
          <Remaining channel={channel} />
        </dd>
        <dt>{t('priority')}</dt>
        <dd>
          <ChannelNumber channel={channel} which="priority" />
        </dd>
        <dt>{t('weight')}</dt>
        <dd>
          <ChannelNumber channel={channel} which="weight" />
        </dd>
      </dl>
      {channel.budgets && <LimitStates states={channel.budgets} />}
      <footer className={layoutStyles.row}>
        <span className={textStyles.quietSmall}>#{channel.id}</span>
        <GroupTags names={listOf(channel.group)} />
        <ProxyTag channel={channel} />
        <div className={styles.actions}>
          <ChannelActions channel={channel} />
        </div>
      </footer>
    </article>
  )
}
