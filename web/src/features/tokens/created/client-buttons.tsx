import type { Token } from '@turnpike/contract/identity/token'
import { Button } from 'antd'
import { useConfiguredChats, useFillLink } from '../../../components/chat-links/use-chat-links.ts'
import { useOpenChat } from '../../../components/chat-links/use-open-chat.tsx'
import { LinkButton } from '../../../components/page/link-button.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { useText } from '../../../lib/text/text.ts'
import { tokenCreatedText } from './token-created.text.ts'

/** The configured chats, each opened with the new key, and the page with every other client. */
export function ClientButtons({ token }: { token: Token }) {
  const t = useText(tokenCreatedText)
  const chats = useConfiguredChats() ?? []
  const fill = useFillLink()
  const { open, dialog } = useOpenChat(token)
  return (
    <div className={layoutStyles.wrappingButtons}>
      {chats.map((chat, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list does not change while it is shown
        <Button key={index} size="small" onClick={() => open(fill(chat, token))}>
          {chat.name}
        </Button>
      ))}
      <LinkButton size="small" type="link" to={`/connect?token=${token.id}`}>
        {t('moreClients')}
      </LinkButton>
      {dialog}
    </div>
  )
}
