import type { Token } from '@turnpike/contract/identity/token'
import { Button } from 'antd'
import { Check, Copy } from 'lucide-react'
import { useConfiguredChats, useFillLink } from '../../../components/chat-links/use-chat-links.ts'
import { useOpenChat } from '../../../components/chat-links/use-open-chat.tsx'
import { CodeCard } from '../../../components/code-card/code-card.tsx'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { useCopy } from '../../../components/copy/use-copy.ts'
import { FirstCall } from '../../../components/first-call/first-call.tsx'
import { LinkButton } from '../../../components/page/link-button.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { useBaseAddress } from '../../../lib/address/use-base-address.ts'
import { maskSecret } from '../../../lib/format/mask-secret.ts'
import { keyOf } from '../../../lib/format/token-key.ts'
import { preferredModel } from '../../../lib/models/preferred-model.ts'
import { useCallableModels } from '../../../lib/models/use-callable-models.ts'
import { useText } from '../../../lib/text/text.ts'
import { ShareMaker } from '../share/share-maker.tsx'
import styles from './token-created.module.css'
import { tokenCreatedText } from './token-created.text.ts'

/** A new token: its key, the address for clients, and an example of a first call. */
export function TokenCreated({ token, summary }: { token: Token; summary: string }) {
  const t = useText(tokenCreatedText)
  const copy = useCopy()
  const base = useBaseAddress()
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
      <section>
        <h2 className={styles.label}>{t('key')}</h2>
        <div className={`${styles.box} ${styles.key}`}>
          <code>{key}</code>
          <Button autoFocus type="primary" size="small" icon={<Copy />} onClick={() => copy(key, t('key'))}>
            {t('copyKey')}
          </Button>
        </div>
        <p className={styles.help}>{t('keyHelp')}</p>
      </section>
      <section>
        <h2 className={styles.label}>{t('baseUrl')}</h2>
        <div className={styles.box}>
          <code>{base}/v1</code>
          <CopyButton text={`${base}/v1`} name={t('baseUrl')} />
        </div>
      </section>
      <section>
        <h2 className={styles.label}>{t('firstCall')}</h2>
        <CodeCard compact base={base} apiKey={{ shown: maskSecret(key, '…'), copied: key }} models={models ?? []} />
      </section>
      <section>
        <h2 className={styles.label}>{t('clients')}</h2>
        <ClientButtons token={token} />
      </section>
      <ShareMaker tokens={[token]} />
      <FirstCall token={token} model={models && preferredModel(models)} />
    </div>
  )
}

/** The configured chats, each opened with the new key, and the page with every other client. */
function ClientButtons({ token }: { token: Token }) {
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
