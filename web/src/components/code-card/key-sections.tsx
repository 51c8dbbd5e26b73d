import { Button } from 'antd'
import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBaseAddress } from '../../lib/address/use-base-address.ts'
import { maskSecret } from '../../lib/format/mask-secret.ts'
import { dictionary } from '../../lib/text/text.ts'
import { copy } from '../copy/copy.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import styles from './code-card.module.css'
import { CodeCard } from './code-card.tsx'

const keyText = dictionary({ firstCall: ['First request', '首次请求'] })

export const KeyPart = ({ label, children }: { label: string; children: ReactNode }) => (
  <section>
    <h2 className={styles.label}>{label}</h2>
    {children}
  </section>
)

type KeySectionProps = {
  apiKey: string
  /** The label of the button. */
  copyWords: string
  /** On a page, where the key has more room than in a drawer. */
  isLarge?: boolean
  /** Below the key. */
  children: ReactNode
}

/** A whole key and the button that copies it. */
export function KeySection({ apiKey, copyWords, isLarge = false, children }: KeySectionProps) {
  const t = keyText.use()
  return (
    <KeyPart label={t('key')}>
      <div className={[styles.box, styles.key, isLarge && styles.large].filter(Boolean).join(' ')}>
        <code>{apiKey}</code>
        <Button
          autoFocus
          type="primary"
          size={isLarge ? 'medium' : 'small'}
          icon={<Copy />}
          onClick={() => copy(apiKey, t('key'))}
        >
          {copyWords}
        </Button>
      </div>
      {children}
    </KeyPart>
  )
}

type FirstCallSectionsProps = { apiKey: string; models: readonly string[]; isLarge?: boolean }

/** The address for clients, and an example of a first call with a key. */
export function FirstCallSections({ apiKey, models, isLarge = false }: FirstCallSectionsProps) {
  const t = keyText.use()
  const base = useBaseAddress()
  return (
    <>
      <KeyPart label={t('baseUrl')}>
        <div className={isLarge ? `${styles.box} ${styles.large}` : styles.box}>
          <code>{base}/v1</code>
          <CopyButton text={`${base}/v1`} name={t('baseUrl')} />
        </div>
      </KeyPart>
      <KeyPart label={t('firstCall')}>
        <CodeCard compact base={base} apiKey={{ shown: maskSecret(apiKey, '…'), copied: apiKey }} models={models} />
      </KeyPart>
    </>
  )
}
