import { type ChannelToEdit, channelStatus } from '@turnpike/contract/channel'
import { StatusTag } from '../../../components/tags/status-tag.tsx'
import { useText } from '../../../lib/text/text.ts'
import { editorText } from '../channel-editor.text.ts'

/** Which channel this is; that it is off is said too, because then nothing below has an effect. */
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
