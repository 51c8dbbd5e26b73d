import type { FieldChange } from '@turnpike/contract/system/history'
import { Button } from 'antd'
import { session } from '../../lib/session/session.ts'
import { dictionary } from '../../lib/text/text.ts'
import { Changes, type FieldWords } from '../history/changes.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import styles from './conflict-dialog.module.css'

const conflictText = dictionary({
  title: ['Someone else saved changes', '其他人已保存修改'],
  text: [
    '{name} changed this after you opened it. Your changes are not saved yet.',
    '{name} 在你打开之后修改了内容。你的修改尚未保存。',
  ],
  own: [
    'This was changed in another window after you opened it. Your changes are not saved yet.',
    '内容在你打开之后已在其他窗口中修改。你的修改尚未保存。',
  ],
  somebody: ['Someone else', '其他人'],
  nothingShown: ['What changed is not shown here, such as a key.', '修改的内容不在此显示，例如密钥。'],
  mine: ['You entered: {value}', '你输入的是：{value}'],
  choice: [
    'Reload shows the saved values and keeps what you entered. Overwrite saves what you entered now.',
    '重新加载会显示已保存的值，并保留你输入的内容；覆盖会立即保存你输入的内容。',
  ],
  reload: ['Reload', '重新加载'],
  overwrite: ['Overwrite', '覆盖'],
})

type ConflictDialogProps = {
  /** The name of the person who saved, where it is known. */
  by?: string
  /** The fields as they were when the form was opened, and as they are saved now. */
  changes: readonly FieldChange[]
  words: FieldWords
  /** The value that the reader entered in such a field; undefined without an edit. */
  mineOf: (field: string) => string | undefined
  busy: boolean
  /** Saves the entered values. */
  onOverwrite: () => void
  /** Shows the saved values in the fields that were not edited; entered values stay. */
  onReload: () => void
  onCancel: () => void
}

/** Somebody else saved the row after the form was opened: shows what differs, and asks. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { by, changes, words, mineOf, busy, onOverwrite, onReload, onCancel } = props
  const t = conflictText.use()
  const isOwn = by === session.use()?.username
  return (
    <Dialog
      width={520}
      title={t('title')}
      closable={false}
      onCancel={onCancel}
      footer={
        <div className={layoutStyles.endButtons}>
          <Button onClick={onCancel}>{t('cancel')}</Button>
          <Button danger loading={busy} onClick={onOverwrite}>
            {t('overwrite')}
          </Button>
          <Button type="primary" autoFocus onClick={onReload}>
            {t('reload')}
          </Button>
        </div>
      }
    >
      <div className={`${layoutStyles.stack12} ${textStyles.secondary}`}>
        <p>{isOwn ? t('own') : t('text', { name: by || t('somebody') })}</p>
        {changes.length === 0 && <p>{t('nothingShown')}</p>}
        {changes.length > 0 && (
          <div className={styles.list}>
            {changes.map((change) => {
              const value = mineOf(change.field)
              return (
                <div key={change.field}>
                  <Changes changes={[change]} words={words} />
                  {value !== undefined && <p className={styles.mine}>{t('mine', { value })}</p>}
                </div>
              )
            })}
          </div>
        )}
        <p>{t('choice')}</p>
      </div>
    </Dialog>
  )
}
