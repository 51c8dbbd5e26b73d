import { Button } from 'antd'
import { Copy, Download } from 'lucide-react'
import { useCopy } from '../../components/copy/use-copy.ts'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { saveTextFile } from '../../lib/browser/save-text-file.ts'
import { useText } from '../../lib/text/text.ts'
import styles from './redemptions.module.css'
import { redemptionsText } from './redemptions.text.ts'

/** New codes, to copy or to download all at once. */
export function CodesCreated({ name, codes }: { name: string; codes: string[] }) {
  const t = useText(redemptionsText)
  const copy = useCopy()
  const text = codes.join('\n')
  return (
    <div className={layoutStyles.stack12}>
      <div className={layoutStyles.wrappingButtons}>
        <Button
          autoFocus
          type="primary"
          icon={<Copy />}
          onClick={() => copy(text, t('codes', { count: codes.length }))}
        >
          {t('copyAll')}
        </Button>
        <Button icon={<Download />} onClick={() => saveTextFile(name, `${text}\n`)}>
          {t('download')}
        </Button>
      </div>
      <p className={textStyles.hint}>{t('createdHelp')}</p>
      <ol className={styles.list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </div>
  )
}
