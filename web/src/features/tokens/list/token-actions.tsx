import { type Token, tokenStatus } from '@turnpike/contract/identity/token'
import { FileText, Gauge, Link2, Plug, Power, PowerOff, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { chatLinksText } from '../../../components/chat-links/chat-links.text.ts'
import { useConfiguredChats, useFillLink } from '../../../components/chat-links/use-chat-links.ts'
import { useOpenChat } from '../../../components/chat-links/use-open-chat.tsx'
import { DropMenu } from '../../../components/menu/drop-menu.tsx'
import { RowMenu } from '../../../components/menu/row-menu.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import styles from '../tokens.module.css'
import { useIsForeign } from '../use-is-foreign.ts'
import { tokensText } from './tokens.text.ts'

/** The page's handlers for the actions of a row. */
export type TokenHandlers = {
  edit: (token: Token) => void
  share: (token: Token) => void
  limit: (token: Token) => void
  record: (token: Token) => void
  switchTo: (token: Token, status: number) => void
  remove: (token: Token) => void
}

/** The actions of a token's row. The first button opens a chat, or enables a token that is not enabled. */
export function TokenActions({ token, actions }: { token: Token; actions: TokenHandlers }) {
  const t = tokensText.use()
  const navigate = useNavigate()
  const isOn = token.status === tokenStatus.enabled
  const enable = () => actions.switchTo(token, tokenStatus.enabled)
  const disable = () => actions.switchTo(token, tokenStatus.disabled)
  const connect = () => void navigate(`/connect?token=${token.id}`)
  const isOff = token.status === tokenStatus.disabled
  const isForeign = useIsForeign()(token)
  const limits = { key: 'limits', label: t('limits'), icon: <Gauge />, onSelect: () => actions.limit(token) }
  const disabling = isOff ? [] : [{ key: 'disable', label: t('disable'), icon: <PowerOff />, onSelect: disable }]
  const ownEntries = [
    isOn
      ? { key: 'connect', label: t('connect'), icon: <Plug />, onSelect: connect }
      : { key: 'enable', label: t('enable'), icon: <Power />, onSelect: enable },
    limits,
    { key: 'records', label: t('records'), icon: <FileText />, onSelect: () => actions.record(token) },
    { key: 'share', label: t('share'), icon: <Link2 />, onSelect: () => actions.share(token) },
    ...disabling,
  ]
  return (
    <span className={styles.actions}>
      {!isForeign && (
        <>
          {isOn ? <ChatMenu token={token} /> : <QuietButton onClick={enable}>{t('enable')}</QuietButton>}
          <QuietButton onClick={() => actions.edit(token)}>{t('edit')}</QuietButton>
        </>
      )}
      <RowMenu
        name={token.name}
        entries={isForeign ? [limits, ...disabling] : ownEntries}
        removal={{
          verb: t('remove'),
          icon: <Trash2 />,
          question: t('removeQuestion', { name: token.name }),
          explanation: t('removeText'),
          onConfirm: () => actions.remove(token),
        }}
      />
    </span>
  )
}

/** Opens a chat with this token's key filled in; a menu offers the chats where there are several. */
function ChatMenu({ token }: { token: Token }) {
  const t = tokensText.use()
  const links = chatLinksText.use()
  const fill = useFillLink()
  const { open, dialog } = useOpenChat(token)
  const chats = useConfiguredChats() ?? []
  const [first, second] = chats

  const button = (onClick?: () => void) => <QuietButton onClick={onClick}>{t('chat')}</QuietButton>
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
