import type { Token } from '@turnpike/contract/token'
import { Button, Dropdown } from 'antd'
import { useToast } from '../../../components/overlay/toast.tsx'
import { baseAddress } from '../../../lib/address/base-address.ts'
import { useStatus } from '../../../lib/api/status.ts'
import { useText } from '../../../lib/text/text.ts'
import { type ChatLink, chatLinks } from './chat-links.ts'
import { keyOf } from './token-key.ts'
import { tokensText } from './tokens.text.ts'

/** Opens a chat with this token's key filled in; asks which one where there are several. */
export function ChatMenu({ token }: { token: Token }) {
  const t = useText(tokensText)
  const toast = useToast()
  const status = useStatus()
  const base = baseAddress(status?.server_address ?? '', window.location.origin)
  const links = status ? chatLinks(status, keyOf(token), base) : []
  const [first, second] = links

  function open(link: ChatLink | undefined) {
    if (!link) return toast.error(t('noChats'))
    if (!link.address) return toast.error(t('badChat'))
    // Another site must not get a reference to this page, nor its address. The address of an app leaves this page open.
    if (/^https?:/i.test(link.address)) window.open(link.address, '_blank', 'noopener,noreferrer')
    else window.location.assign(link.address)
  }

  const button = (onClick?: () => void) => (
    <Button type="text" size="small" onClick={onClick}>
      {t('chat')}
    </Button>
  )
  if (!second) return button(() => open(first))
  const items = links.map((link, index) => ({ key: index, label: link.name, onClick: () => open(link) }))
  return (
    <Dropdown trigger={['click']} placement="bottomRight" autoFocus menu={{ items }}>
      {button()}
    </Dropdown>
  )
}
