import type { Token } from '@turnpike/contract/identity/token'
import { Button } from 'antd'
import { chatLinksText } from '../../../components/chat-links/chat-links.text.ts'
import { useConfiguredChats, useFillLink } from '../../../components/chat-links/use-chat-links.ts'
import { useOpenChat } from '../../../components/chat-links/use-open-chat.tsx'
import { DropMenu } from '../../../components/menu/drop-menu.tsx'
import { useToast } from '../../../components/overlay/toast.tsx'
import { useText } from '../../../lib/text/text.ts'
import { tokensText } from './tokens.text.ts'

/** Opens a chat with this token's key filled in; asks which one where there are several. */
export function ChatMenu({ token }: { token: Token }) {
  const t = useText(tokensText)
  const links = useText(chatLinksText)
  const toast = useToast()
  const fill = useFillLink()
  const { open, dialog } = useOpenChat(token)
  const chats = useConfiguredChats() ?? []
  const [first, second] = chats

  const button = (onClick?: () => void) => (
    <Button type="text" size="small" onClick={onClick}>
      {t('chat')}
    </Button>
  )
  if (!first) return button(() => toast.error(links('noChats')))
  const items = chats.map((chat, index) => ({
    key: index,
    label: chat.name,
    onClick: () => open(fill(chat, token)),
  }))
  return (
    <>
      {second ? <DropMenu menu={{ items }}>{button()}</DropMenu> : button(() => open(fill(first, token)))}
      {dialog}
    </>
  )
}
