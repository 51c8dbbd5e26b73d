import { QRCode } from 'antd'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import styles from './earnings.module.css'
import { earningsText } from './earnings.text.ts'

const codeSize = 208

/** The invitation link as a QR code, to show it to somebody or to print it. */
export function QrDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const t = earningsText.use()
  return (
    <Dialog width={360} title={t('qrTitle')} footer={null} onCancel={onClose}>
      <p className={textStyles.dialogText}>{t('qrText')}</p>
      {/* Black on white in both themes: cameras read no other. */}
      <div className={`${layoutStyles.framed} ${styles.qr}`}>
        <QRCode
          type="svg"
          aria-label={t('qrTitle')}
          value={link}
          size={codeSize}
          bordered={false}
          color="black"
          bgColor="white"
        />
      </div>
      <div className={styles.qrLink}>
        <code>{link}</code>
        <CopyButton text={link} name={t('link')} />
      </div>
    </Dialog>
  )
}
