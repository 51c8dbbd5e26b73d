import type { Channel } from '@turnpike/contract/routing/channel'
import { InlineNumber } from '../../../components/fields/inline-number.tsx'
import { language } from '../../../lib/browser/preferences.ts'
import { channelRefusalText } from '../../../lib/text/channel-refusal-text.ts'
import { channelActionsText } from '../actions/channel-actions.text.ts'
import { useSaveNumber, useSaveTagNumber } from '../actions/use-channel-actions.ts'
import { channelsText } from '../channels.text.ts'
import { commonOf, rangeOf } from '../tags/tag-summary.ts'
import { readPriority, readTagWeight, readWeight } from './read-number.ts'

export type RoutingNumber = 'priority' | 'weight'

/** How typed numbers are read, with the words of their refusals. */
export function useReadings() {
  const t = channelActionsText.use()
  const spoken = language.use()
  const priorityWords = {
    notWhole: t('priorityWhole'),
    tooLow: channelRefusalText('channel_priority_low', spoken),
  }
  const weightWords = { notWhole: channelRefusalText('channel_weight_negative', spoken) }
  return {
    priority: (text: string) => readPriority(text, priorityWords),
    weight: (text: string) => readWeight(text, weightWords),
    tagWeight: (text: string) => readTagWeight(text, weightWords),
  }
}

const changeOf = (which: RoutingNumber, value: number) =>
  which === 'priority' ? { priority: value } : { weight: value }

/** The priority or weight of a channel, edited in the table. */
export function ChannelNumber({ channel, which }: { channel: Channel; which: RoutingNumber }) {
  const t = channelsText.use()
  const save = useSaveNumber(channel)
  return (
    <InlineNumber
      value={channel[which]}
      label={t('numberOf', { what: t(which), name: channel.name })}
      read={useReadings()[which]}
      onSave={(value) => save.mutateAsync(changeOf(which, value))}
    />
  )
}

/** The priority or weight of all channels of a tag: the common number, or their range. A typed number is for all. */
export function TagNumber({ tag, channels, which }: { tag: string; channels: Channel[]; which: RoutingNumber }) {
  const t = channelsText.use()
  const save = useSaveTagNumber(tag)
  const readings = useReadings()
  const numbers = channels.map((channel) => channel[which])
  return (
    <InlineNumber
      value={commonOf(numbers)}
      several={rangeOf(numbers)}
      label={t('numberOf', { what: t(which), name: tag })}
      read={which === 'priority' ? readings.priority : readings.tagWeight}
      onSave={(value) => save.mutateAsync(changeOf(which, value))}
    />
  )
}
