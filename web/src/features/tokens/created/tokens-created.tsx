import { Button } from 'antd'
import { Copy, Download, TriangleAlert } from 'lucide-react'
import { copy } from '../../../components/copy/copy.ts'
import { SecretKey } from '../../../components/copy/secret-key.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import toneStyles from '../../../components/style/tone.module.css'
import { saveCsvFile } from '../../../lib/browser/save-text-file.ts'
import { keyOf, namedKeys } from '../../../lib/format/token-key.ts'
import { useQuotaRate } from '../../../lib/format/use-quota-rate.ts'
import { createdTokensCsv } from '../export-tokens.ts'
import type { Batch } from '../form/create-tokens.ts'
import { ShareMaker } from '../share/share-maker.tsx'
import styles from './token-created.module.css'
import { tokenCreatedText } from './token-created.text.ts'

/** A batch of new tokens with all their keys, and its error if it ended early. */
export function TokensCreated({ batch: { created, wanted, error } }: { batch: Batch }) {
  const t = tokenCreatedText.use()
  const { perUnit } = useQuotaRate()
  return (
    <div className={layoutStyles.sections20}>
      {error && (
        <p className={`${toneStyles.warningTint} ${styles.stopped}`} role="alert">
          <TriangleAlert aria-hidden />
          <span>
            {t('stopped', { created: created.length, wanted })} {error.message}
          </span>
        </p>
      )}
      <div className={styles.all}>
        <Button
          autoFocus
          type="primary"
          icon={<Copy />}
          onClick={() => copy(namedKeys(created), t('keys', { count: created.length }))}
        >
          {t('copyAll')}
        </Button>
        <Button icon={<Download />} onClick={() => saveCsvFile(t('fileName'), createdTokensCsv(created, perUnit))}>
          {t('saveCsv')}
        </Button>
        <p className={textStyles.hint}>{t('allHelp')}</p>
      </div>
      <ul className={styles.list}>
        {created.map((token) => (
          <li key={token.id}>
            <span className={textStyles.shrinkingEllipsis} title={token.name}>
              {token.name}
            </span>
            <SecretKey text={keyOf(token)} name={t('key')} atEnd />
          </li>
        ))}
      </ul>
      <ShareMaker tokens={created} />
    </div>
  )
}
