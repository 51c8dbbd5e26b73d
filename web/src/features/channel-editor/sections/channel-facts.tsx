import { type ChannelToEdit, channelStatus } from '@turnpike/contract/routing/channel'
import { StatusTag } from '../../../components/tags/status-tag.tsx'
import { useText } from '../../../lib/text/text.ts'
import { editorText } from '../channel-editor.text.ts'

/** The id and name of the channel, and whether it is disabled: then no field of the form has an effect. */
export function ChannelFacts({ channel: { id, name, status } }: { channel: ChannelToEdit }) {
  const t = useText(editorText)
  return (
    <>
      <span>#{id}</span>
      <span>{name}</span>
      {status === channelStatus.disabled && <StatusTag kind="off">{t('disabled')}</StatusTag>}
      {status === channelStatus.autoDisabled && <StatusTag kind="attention">{t('autoDisabled')}</StatusTag>}
    </>
  )
}
