import type { Token } from '@turnpike/contract/identity/token'
import { Button } from 'antd'
import { Check } from 'lucide-react'
import { useConfiguredChats, useFillLink } from '../../../components/chat-links/use-chat-links.ts'
import { useOpenChat } from '../../../components/chat-links/use-open-chat.tsx'
import { FirstCallSections, KeyPart, KeySection } from '../../../components/code-card/key-sections.tsx'
import { FirstCall } from '../../../components/first-call/first-call.tsx'
import { LinkButton } from '../../../components/page/link-button.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { keyOf } from '../../../lib/format/token-key.ts'
import { preferredModel } from '../../../lib/models/preferred-model.ts'
import { useCallableModels } from '../../../lib/models/use-callable-models.ts'
import { ShareMaker } from '../share/share-maker.tsx'
import styles from './token-created.module.css'
import { tokenCreatedText } from './token-created.text.ts'

/** A new token: its key, the address for clients, and an example of a first call. */
export function TokenCreated({ token, summary }: { token: Token; summary: string }) {
  const t = tokenCreatedText.use()
  const models = useCallableModels(token)
  const key = keyOf(token)
  return (
    <div className={layoutStyles.sections20}>
      <header className={layoutStyles.wideRow}>
        <span className={styles.tile}>
          <Check aria-hidden />
        </span>
        <div className={styles.about}>
          <strong>{token.name}</strong>
          <p>{summary}</p>
        </div>
      </header>
      <KeySection apiKey={key} copyWords={t('copyKey')}>
        <p className={`${textStyles.hint} ${styles.keyHelp}`}>{t('keyHelp')}</p>
      </KeySection>
      <FirstCallSections apiKey={key} models={models ?? []} />
      <KeyPart label={t('clients')}>
        <ClientButtons token={token} />
      </KeyPart>
      <ShareMaker tokens={[token]} />
      <FirstCall token={token} model={models && preferredModel(models)} />
    </div>
  )
}

/** The configured chats, each opened with the new key, and the page with every other client. */
function ClientButtons({ token }: { token: Token }) {
  const t = tokenCreatedText.use()
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
