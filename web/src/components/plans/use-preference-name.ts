import { billingPreferences } from '@turnpike/contract/money/plans/billing'
import { preferenceText } from './preference.text.ts'

/** The name of a billing preference. A token without one follows its account. */
export function usePreferenceName(): (preference: string) => string {
  const t = preferenceText.use()
  return (preference) => {
    const known = billingPreferences.find((each) => each === preference)
    return t(known ?? 'asAccount')
  }
}
