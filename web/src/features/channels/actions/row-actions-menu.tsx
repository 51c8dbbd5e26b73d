import { type Channel, channelStatus } from '@turnpike/contract/routing/channel'
import {
  CirclePlay,
  CircleStop,
  Copy,
  FlaskConical,
  Gauge,
  History,
  ScrollText,
  Trash2,
  TriangleAlert,
} from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { RowMenu } from '../../../components/menu/row-menu.tsx'
import { LinkButton } from '../../../components/page/link-button.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { drawerName } from '../../../lib/address/opened.ts'
import { useOpened } from '../../../lib/address/use-opened.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { channelsText } from '../channels.text.ts'
import { errorsMark } from '../drawers.ts'
import { isOn } from '../tags/tag-summary.ts'
import styles from './actions.module.css'
import { channelActionsText } from './channel-actions.text.ts'
import { TestButton } from './test-button.tsx'
import { useCopyChannel, useRemoveChannel, useSwitchChannel } from './use-channel-actions.ts'

const ChannelHistory = lazyPart(
  async () => (await import('../../../components/history/channel-history.tsx')).ChannelHistory,
)

/** The actions of a channel's row. */
export function ChannelActions({ channel }: { channel: Channel }) {
  const t = channelActionsText.use()
  const switchIt = useSwitchChannel(channel, isOn(channel) ? channelStatus.disabled : channelStatus.enabled)
  const copy = useCopyChannel(channel)
  const remove = useRemoveChannel(channel)
  const navigate = useNavigate()
  const opened = useOpened(drawerName)
  const tList = channelsText.use()
  const [showsHistory, setShowsHistory] = useState(false)
  const isBusy = switchIt.isPending || copy.isPending || remove.isPending
  return (
    <span className={`${layoutStyles.rowActions} ${styles.actions}`}>
      <TestButton channel={channel} />
      <LinkButton type="text" size="small" to={`/channel/edit/${channel.id}`}>
        {t('edit')}
      </LinkButton>
      <RowMenu
        name={channel.name}
        entries={[
          {
            key: 'switch',
            label: t(isOn(channel) ? 'disable' : 'enable'),
            icon: isOn(channel) ? <CircleStop /> : <CirclePlay />,
            disabled: isBusy,
            onSelect: () => switchIt.mutate(undefined),
          },
          {
            key: 'errors',
            label: tList('showErrors'),
            icon: <TriangleAlert />,
            onSelect: () => opened.open(errorsMark + channel.id),
          },
          {
            key: 'log',
            label: t('showLog'),
            icon: <ScrollText />,
            onSelect: () => navigate(`/log?channel=${channel.id}`),
          },
          {
            key: 'limits',
            label: t('limits'),
            icon: <Gauge />,
            onSelect: () => navigate(`/channel/edit/${channel.id}#limits`),
          },
          { key: 'copy', label: t('copy'), icon: <Copy />, disabled: isBusy, onSelect: () => copy.mutate(undefined) },
          {
            key: 'dry-run',
            label: t('dryRun'),
            icon: <FlaskConical />,
            onSelect: () => navigate(`/channel/edit/${channel.id}?open=dry-run`),
          },
          { key: 'history', label: t('history'), icon: <History />, onSelect: () => setShowsHistory(true) },
        ]}
        removal={{
          verb: t('delete'),
          icon: <Trash2 />,
          question: t('deleteOne', { name: channel.name }),
          explanation: t('deleteOneText'),
          onConfirm: () => remove.mutate(undefined),
        }}
      />
      {showsHistory && <ChannelHistory channel={channel} onClosed={() => setShowsHistory(false)} />}
    </span>
  )
}
