import type { Token } from '@turnpike/contract/identity/token'
import { Button } from 'antd'
import { Check, Copy } from 'lucide-react'
import { CodeCard } from '../../../components/code-card/code-card.tsx'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { useCopy } from '../../../components/copy/use-copy.ts'
import { FirstCall } from '../../../components/first-call/first-call.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { useBaseAddress } from '../../../lib/address/use-base-address.ts'
import { maskSecret } from '../../../lib/format/mask-secret.ts'
import { keyOf } from '../../../lib/format/token-key.ts'
import { preferredModel } from '../../../lib/models/preferred-model.ts'
import { useCallableModels } from '../../../lib/models/use-callable-models.ts'
import { useText } from '../../../lib/text/text.ts'
import { ShareMaker } from '../share/share-maker.tsx'
import { ClientButtons } from './client-buttons.tsx'
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
