import { FileText } from 'lucide-react'
import { recordsText } from '../records.text.ts'
import { type RecordedToken, useTermsOfToken } from '../use-own-records.ts'
import { useTermsWords } from '../use-terms-words.ts'
import styles from './notice.module.css'

/** Beside the name of a token whose prompts and responses are recorded. */
export function RecordMark({ token }: { token: RecordedToken }) {
  const t = recordsText.use()
  const wordsOf = useTermsWords()
  const { ofToken, ofGroup } = useTermsOfToken(token)
  const terms = ofGroup?.terms ?? ofToken
  if (!terms) return null
  return (
    <span className={styles.mark} title={wordsOf(terms)}>
      <FileText aria-hidden />
      {t('recorded')}
    </span>
  )
}
