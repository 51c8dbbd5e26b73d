import { recordsText } from '../records.text.ts'
import { useOwnRecords } from '../use-own-records.ts'
import { useTermsWords } from '../use-terms-words.ts'
import { InfoNote } from './info-note.tsx'

/** A line for each group whose calls are recorded, as far as the person can make calls in it. */
export function GroupNotice() {
  const t = recordsText.use()
  const wordsOf = useTermsWords()
  return (useOwnRecords()?.groups ?? []).map(({ group, terms }) => (
    <InfoNote key={group} title={t('sentence', { words: t('groupNotice', { groups: group }) })}>
      {wordsOf(terms)} {t('readers')}
    </InfoNote>
  ))
}
