import type { RecordTerms } from '@turnpike/contract/usage/prompt-records'
import { recordsText } from './records.text.ts'

/** Terms as a sentence. */
export function useTermsWords(): (terms: RecordTerms) => string {
  const t = recordsText.use()
  return ({ share, size_max: size, days, redact }) =>
    t('sentence', { words: [t('terms', { share, size, days }), t(redact ? 'redacted' : 'asIs')].join(t('comma')) })
}
