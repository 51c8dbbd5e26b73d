import { Button } from 'antd'
import { Copy, Download } from 'lucide-react'
import { copy } from '../../components/copy/copy.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { useStatus } from '../../lib/api/status.ts'
import { saveTextFile } from '../../lib/browser/save-text-file.ts'
import styles from './security.module.css'
import { securityPageText } from './security-page.text.ts'

/** New recovery codes, shown this once. It closes by its button alone, so that a stray click does not lose them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = securityPageText.use()
  const name = useStatus()?.system_name ?? 'Turnpike'
  const text = codes.join('\n')
  return (
    <Dialog
      width={440}
      title={t('codesTitle')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <div className={layoutStyles.wrappingButtons}>
          <Button icon={<Copy />} onClick={() => copy(text, t('codesName'))}>
            {t('copyAll')}
          </Button>
          <Button icon={<Download />} onClick={() => saveTextFile(t('fileName', { name }), `${text}\n`)}>
            {t('download')}
          </Button>
          <Button type="primary" className={layoutStyles.atEnd} onClick={onClose}>
            {t('saved')}
          </Button>
        </div>
      }
    >
      <p className={styles.text}>{t('codesText')}</p>
      <ol className={`${layoutStyles.framed} ${styles.codes}`}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
