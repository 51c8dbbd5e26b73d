import type { Token } from '@turnpike/contract/identity/token'
import { Button } from 'antd'
import { ExternalLink } from 'lucide-react'
import { chatLinksText } from '../../components/chat-links/chat-links.text.ts'
import { useOpenChat } from '../../components/chat-links/use-open-chat.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import type { ChatLink } from '../../lib/chat/chat-links.ts'
import { chatText } from './chat.text.ts'

const words = {
  app: { title: 'outsideApp', text: 'outsideAppText' },
  site: { title: 'outsideSite', text: 'outsideSiteText' },
  extension: { title: 'outsideExtension', text: 'outsideExtensionText' },
} as const

type OutsideChatProps = { link: Extract<ChatLink, { kind: keyof typeof words }>; token: Token }

/** A chat that no frame can show: an app, a page over plain http, an extension. */
export function OutsideChat({ link, token }: OutsideChatProps) {
  const t = chatText.use()
  const links = chatLinksText.use()
  const { open, dialog } = useOpenChat(token)
  const { title, text } = words[link.kind]
  return (
    <>
      <EmptyState
        title={t(title, { name: link.name })}
        text={t(text)}
        action={
          <Button type="primary" icon={<ExternalLink />} onClick={() => open(link)}>
            {links('open', { name: link.name })}
          </Button>
        }
      />
      {dialog}
    </>
  )
}
