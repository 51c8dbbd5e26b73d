import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { EmptyState } from '../../components/states/empty-state.tsx'
import textStyles from '../../components/style/text.module.css'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useConsent } from '../../lib/chat/consents.ts'
import styles from './chat.module.css'
import { chatText } from './chat.text.ts'
import { ConsentQuestion } from './consent-question.tsx'
import { OutsideChat } from './outside-chat.tsx'
import { UnreadyChat } from './unready-chat.tsx'
import { type Chat, useChat } from './use-chat.ts'

/** Leaves the console for the first configured chat, with a key of the person filled in. */
export function ChatToLinkPage() {
  const t = chatText.use()
  const chat = useChat(0)
  useDocumentTitle(t('title'))
  return (
    <div className={styles.page}>
      <h1 className={textStyles.unseen}>{t('title')}</h1>
      <div className={styles.middle}>
        {chat.state === 'ready' ? <Departure {...chat} /> : <UnreadyChat chat={chat} />}
      </div>
    </div>
  )
}

function Departure({ link, token }: Extract<Chat, { state: 'ready' }>) {
  const t = chatText.use()
  const receiver = 'receiver' in link ? link.receiver : undefined
  const isAllowed = useConsent(token.id, receiver ?? '') || receiver === undefined
  const address = isAllowed && 'address' in link ? link.address : undefined
  useEffect(() => {
    // Replaced, so that going back leads to the page before this one.
    if (address !== undefined) window.location.replace(address)
  }, [address])
  if (link.kind === 'cc-switch') return <Navigate replace to={`/connect?client=cc-switch&token=${token.id}`} />
  if (link.kind === 'extension') return <OutsideChat link={link} token={token} />
  if (!isAllowed) return <ConsentQuestion name={link.name} token={token} receiver={receiver ?? ''} />
  return <EmptyState title={t('leaving', { name: link.name })} />
}
