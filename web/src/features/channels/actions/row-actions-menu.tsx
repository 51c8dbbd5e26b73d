import type { Channel } from '@turnpike/contract/routing/channel'
import { CirclePlay, CircleStop, Copy, FlaskConical, History, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { RowMenu } from '../../../components/menu/row-menu.tsx'
import { LinkButton } from '../../../components/page/link-button.tsx'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
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
  const switchIt = useSwitchChannel(channel)
  const copy = useCopyChannel(channel)
  const remove = useRemoveChannel(channel)
  const navigate = useNavigate()
  const [showsHistory, setShowsHistory] = useState(false)
  const isBusy = switchIt.isPending || copy.isPending || remove.isPending
  return (
    <span className={styles.actions}>
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
