import { Button } from 'antd'
import type { ReactNode } from 'react'
import textStyles from '../style/text.module.css'
import styles from './form.module.css'
import { formText } from './form.text.ts'

type SaveBarProps = {
  /** The names of the fields that differ from what is stored. */
  changes: readonly string[]
  isSaving?: boolean
  /** The button that discards the changes or leaves the page. */
  back: { text: string; onClick: () => void }
  save?: string
  /** Further buttons, between `back` and Save. */
  children?: ReactNode
}

/** Fixed at the bottom of a form while something is unsaved: the changes, and the buttons. Save submits the surrounding form. */
export function SaveBar({ changes, isSaving = false, back, save, children }: SaveBarProps) {
  const t = formText.use()
  if (changes.length === 0 && !isSaving)
    return (
      <p className={textStyles.unseen} role="status">
        {t('nothingUnsaved')}
      </p>
    )
  return (
    <div className={styles.bar} data-foot>
      <div className={styles.words} role="status">
        {changes.length > 0 ? (
          <>
            <span className={styles.dot} />
            <strong>{t('unsaved', { count: changes.length })}</strong>
            <span className={styles.names} title={changes.join(t('comma'))}>
              {changes.join(t('comma'))}
            </span>
          </>
        ) : (
          <span className={styles.names}>{t('nothingUnsaved')}</span>
        )}
      </div>
      <div className={styles.actions}>
        <Button type="text" disabled={isSaving} onClick={back.onClick}>
          {back.text}
        </Button>
        {children}
        <Button type="primary" htmlType="submit" loading={isSaving}>
          {save ?? t('save')}
        </Button>
      </div>
    </div>
  )
}
