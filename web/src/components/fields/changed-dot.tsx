import { dictionary } from '../../lib/text/text.ts'
import styles from './fields.module.css'

const changedText = dictionary({ changed: ['not saved', '未保存'] })

/** Beside the label of a field or section with an unsaved change. */
export function ChangedDot() {
  const words = changedText.use()('changed')
  return <span className={styles.dot} role="img" aria-label={words} title={words} />
}
