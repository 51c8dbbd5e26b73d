import { useRef } from 'react'
import { dictionary } from '../../lib/text/text.ts'
import { Dialog } from '../overlay/dialog.tsx'
import textStyles from '../style/text.module.css'
import styles from './copy.module.css'

const copyDialogText = dictionary({
  title: ['Copy the text manually', '请手动复制'],
  why: ['The browser did not allow writing to the clipboard.', '浏览器不允许写入剪贴板。'],
  or: ['or', '或'],
  text: ['Text', '文本'],
})

/** Shows a text, already selected, to be copied with the keyboard. */
export function CopyDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const t = copyDialogText.use()
  const field = useRef<HTMLTextAreaElement>(null)
  const lines = text.split('\n').length
  return (
    <Dialog
      width={440}
      title={t('title')}
      footer={null}
      onCancel={onClose}
      afterOpenChange={() => field.current?.select()}
    >
      <p className={textStyles.secondary}>{t('why')}</p>
      <textarea
        ref={field}
        className={styles.dialogText}
        aria-label={t('text')}
        readOnly
        rows={Math.min(lines, 8)}
        value={text}
        onFocus={(event) => event.target.select()}
      />
      <p className={styles.keys}>
        <kbd>⌘ C</kbd> {t('or')} <kbd>Ctrl C</kbd>
      </p>
    </Dialog>
  )
}
