import type { Token } from '@turnpike/contract/identity/token'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ChatLink } from '../../lib/chat/chat-links.ts'
import { giveConsent, hasConsent } from '../../lib/chat/consents.ts'
import type { ChatAccess } from '../../lib/chat/fill-template.ts'
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx'
import { toast } from '../overlay/toast-list.ts'
import { chatLinksText } from './chat-links.text.ts'
import { useReceiverName } from './use-receiver-name.ts'

/** The element that the extension adds to the page; it listens for the event only there. */
const container = '#fluent-new-api-container'

/** Hands the key to FluentRead, the browser extension; false where it is not installed. */
function sendToFluentRead({ key, base }: ChatAccess): boolean {
  const extension = document.querySelector(container)
  const detail = { id: 'new-api', baseUrl: base, apiKey: key }
  return extension?.dispatchEvent(new CustomEvent('fluent:prefill', { detail })) ?? false
}

/**
 * Opens a link outside the console. Before the token's key goes to a receiver for the first time, the dialog names both;
 * the caller draws it.
 */
export function useOpenChat(token: Pick<Token, 'id' | 'name'>): { open: (link: ChatLink) => void; dialog: ReactNode } {
  const t = chatLinksText.use()
  const receiverName = useReceiverName()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ link: ChatLink; receiver: string }>()

  function openNow(link: ChatLink) {
    if (link.kind === 'broken') return toast.error(t('badChat'))
    if (link.kind === 'cc-switch') return navigate(`/connect?client=cc-switch&token=${token.id}`)
    if (link.kind === 'extension') {
      if (sendToFluentRead(link.access)) toast.success(t('sent'))
      else toast.error(t('noExtension'))
      return
    }
    // Another site must not get a reference to this page, nor its address. The address of an app leaves this page open.
    if (link.kind === 'app') window.location.assign(link.address)
    else window.open(link.address, '_blank', 'noopener,noreferrer')
  }
  function open(link: ChatLink) {
    const receiver = 'receiver' in link ? link.receiver : undefined
    if (receiver === undefined || hasConsent(token.id, receiver)) openNow(link)
    else setAsked({ link, receiver })
  }
  const dialog = asked && (
    <ConfirmDialog
      title={t('question', { token: token.name, receiver: receiverName(asked.receiver) })}
      text={t('explanation', { receiver: receiverName(asked.receiver) })}
      verb={t('open', { name: asked.link.name })}
      onConfirm={() => {
        giveConsent(token.id, asked.receiver)
        setAsked(undefined)
        openNow(asked.link)
      }}
      onCancel={() => setAsked(undefined)}
    />
  )
  return { open, dialog }
}
