import type { RecordTerms } from '@turnpike/contract/usage/prompt-records'
import { useText } from '../../lib/text/text.ts'
import { recordsText } from './records.text.ts'

/** Terms as a sentence. */
export function useTermsWords(): (terms: RecordTerms) => string {
  const t = useText(recordsText)
  return ({ share, size_max: size, days, redact }) =>
    t('sentence', { words: [t('terms', { share, size, days }), t(redact ? 'redacted' : 'asIs')].join(t('comma')) })
}
