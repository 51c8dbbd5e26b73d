import { Button } from 'antd'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { RichContent } from '../../../components/rich-content/rich-content.tsx'
import styles from '../frame.module.css'
import { layoutText } from '../layout.text.ts'

export function NoticeDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const t = layoutText.use()
  return (
    <Dialog
      width={520}
      title={t('notice')}
      onCancel={onClose}
      footer={
        <Button autoFocus onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <div className={styles.notice}>
        <RichContent text={text} frames={false} />
      </div>
    </Dialog>
  )
}
