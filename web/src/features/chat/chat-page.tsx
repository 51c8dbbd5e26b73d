import { Button, Select } from 'antd'
import { ExternalLink } from 'lucide-react'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { useOpenChat } from '../../components/chat-links/use-open-chat.tsx'
import { OutsideFrame } from '../../components/page/outside-frame.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { useConsent } from '../../lib/chat/consents.ts'
import styles from './chat.module.css'
import { chatText } from './chat.text.ts'
import { ConsentQuestion } from './consent-question.tsx'
import { OutsideChat } from './outside-chat.tsx'
import { UnreadyChat } from './unready-chat.tsx'
import { type Chat, useChat } from './use-chat.ts'

/** One of the configured chats, with a key of the person filled in: in a frame, or as a button that opens it. */
export function ChatPage() {
  const t = chatText.use()
  const { id = '0' } = useParams()
  const [query] = useSearchParams()
  const chat = useChat(/^\d+$/.test(id) ? Number(id) : -1, Number(query.get('token')))
  useDocumentTitle(chat.state === 'ready' ? chat.link.name : t('title'))
  return (
    <div className={styles.page}>
      {chat.state === 'ready' ? (
        <ReadyChat {...chat} />
      ) : (
        <>
          <h1 className={textStyles.unseen}>{t('title')}</h1>
          <div className={styles.middle}>
            <UnreadyChat chat={chat} />
          </div>
        </>
      )}
    </div>
  )
}

type Ready = Extract<Chat, { state: 'ready' }>

function ReadyChat({ link, token, tokens }: Ready) {
  const t = chatText.use()
  const small = useSmallScreen()
  const [, setQuery] = useSearchParams()
  const { open } = useOpenChat(token) // the consent is there already: no dialog
  const isAllowed = useConsent(token.id, 'receiver' in link ? (link.receiver ?? '') : '')
  if (link.kind === 'cc-switch') return <Navigate replace to={`/connect?client=cc-switch&token=${token.id}`} />
  const isFramed = link.kind === 'frame' && (link.receiver === undefined || isAllowed)
  return (
    <>
      <header className={styles.bar}>
        <h1 className={`${textStyles.shrinkingEllipsis} ${textStyles.title}`}>{link.name}</h1>
        {tokens.length > 1 && (
          <Select
            className={styles.token}
            aria-label={t('token')}
            value={token.id}
            options={tokens.map(({ id, name }) => ({ value: id, label: name }))}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(id) => setQuery({ token: String(id) }, { replace: true })}
          />
        )}
        {isFramed && (
          // No link: its address, which a browser shows on hover, holds the key.
          <Button
            className={layoutStyles.atEnd}
            type="text"
            icon={<ExternalLink />}
            aria-label={t('newTab')}
            title={small ? t('newTab') : undefined}
            onClick={() => open(link)}
          >
            {!small && t('newTab')}
          </Button>
        )}
      </header>
      {isFramed ? (
        <OutsideFrame
          key={link.address} // the address of a frame that only differs behind its # would not load again
          className={styles.frame}
          src={link.address}
          title={link.name}
          // The site keeps its own origin, or it could not read its storage; pages of our origin are never framed.
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals"
          allow="clipboard-write"
          referrerPolicy="no-referrer"
          instead={
            <div className={styles.middle}>
              <OutsideChat link={{ ...link, kind: 'site' }} token={token} />
            </div>
          }
        />
      ) : (
        <div className={styles.middle}>
          {link.kind === 'frame' ? (
            <ConsentQuestion name={link.name} token={token} receiver={link.receiver ?? ''} />
          ) : (
            <OutsideChat link={link} token={token} />
          )}
        </div>
      )}
    </>
  )
}
