import type { Token } from '@turnpike/contract/identity/token'
import { billingPreferences } from '@turnpike/contract/money/plans/billing'
import { useState } from 'react'
import { SelectField } from '../../../components/fields/choice-field.tsx'
import { preferenceText } from '../../../components/plans/preference.text.ts'
import { useOfferedPlans } from '../../../components/plans/use-offered-plans.ts'
import { usePreferenceName } from '../../../components/plans/use-preference-name.ts'
import { useSelf } from '../../../lib/api/self.ts'
import { tokenFormText } from './token-form.text.ts'

type Preference = Token['billing_preference']
type PreferenceFieldProps = { value: Preference; onChange: (preference: Preference) => void }

/** What pays for the requests of a token. Where no plans exist, the balance pays, and there is nothing to choose. */
export function PreferenceField({ value, onChange }: PreferenceFieldProps) {
  const t = tokenFormText.use()
  const words = preferenceText.use()
  const nameOf = usePreferenceName()
  const [isChosen] = useState(value !== '')
  const hasPlans = (useSelf().data?.plans ?? []).length > 0
  const offered = useOfferedPlans({ enabled: !isChosen && !hasPlans })
  if (!isChosen && !hasPlans && !offered.data?.length) return null
  return (
    <SelectField<Preference>
      label={t('preference')}
      help={words(value === '' ? 'asAccountHelp' : `${value}Help`)}
      value={value}
      options={['' as const, ...billingPreferences].map((each) => ({ value: each, label: nameOf(each) }))}
      onChange={onChange}
    />
  )
}
