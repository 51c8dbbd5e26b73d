import { recordsText } from '../records.text.ts'
import { type RecordedToken, useTermsOfToken } from '../use-own-records.ts'
import { useTermsWords } from '../use-terms-words.ts'
import { InfoNote } from './info-note.tsx'

/** The terms by which a token's calls are recorded: its own and those of its group. */
export function TokenRecordWords({ token }: { token: RecordedToken }) {
  const t = recordsText.use()
  const wordsOf = useTermsWords()
  const { ofToken, ofGroup } = useTermsOfToken(token)
  return (
    <>
      {ofToken && (
        <InfoNote title={t('sentence', { words: t('tokenNotice') })}>
          {wordsOf(ofToken)} {t('readers')}
        </InfoNote>
      )}
      {ofGroup && (
        <InfoNote title={t('sentence', { words: t('groupNotice', { groups: ofGroup.group }) })}>
          {wordsOf(ofGroup.terms)} {t('readers')}
        </InfoNote>
      )}
    </>
  )
}
