import { neverExpires } from '@turnpike/contract/identity/token'
import { ConflictDialog } from '../../../components/conflict/conflict-dialog.tsx'
import { differencesOf } from '../../../components/conflict/use-conflict.ts'
import { usePreferenceName } from '../../../components/plans/use-preference-name.ts'
import { formatTime } from '../../../lib/format/format-time.ts'
import type { CommonWord } from '../../../lib/text/text.ts'
import { tokenFormText } from './token-form.text.ts'
import type { TokenValues } from './token-values.ts'
import type { TokenForm } from './use-token-form.ts'

const labels = {
  name: 'name',
  isUnlimited: 'unlimited',
  expiry: 'expiry',
  group: 'group',
  preference: 'preference',
  isLimited: 'limit',
  models: 'models',
  addresses: 'addresses',
} as const satisfies Partial<Record<keyof TokenValues, keyof (typeof tokenFormText)['en'] | CommonWord>>

/** The members that a save elsewhere can have changed; calls change the quota, which is moved by differences. */
const shownOf = ({ name, isUnlimited, expiry, group, preference, isLimited, models, addresses }: TokenValues) => ({
  name,
  isUnlimited,
  expiry,
  group,
  preference,
  isLimited,
  models,
  addresses,
})

/** Shown when the token was saved elsewhere while it was edited here. */
export function TokenConflict({ form }: { form: TokenForm }) {
  const t = tokenFormText.use()
  const nameOfPreference = usePreferenceName()
  const { conflict, values } = form
  if (!conflict) return null
  const isShown = (field: string): field is keyof typeof labels => Object.hasOwn(labels, field)
  const wordsOf = (field: string, value: unknown) => {
    if (field === 'expiry') return value === neverExpires ? t('never') : formatTime(Number(value))
    if (field === 'preference') return nameOfPreference(String(value))
    if (value === true || value === 'true') return t('yes')
    return value === false || value === 'false' ? t('no') : String(value)
  }
  const edited = new Set(differencesOf(shownOf(conflict.opened), shownOf(values)).map(({ field }) => field))
  return (
    <ConflictDialog
      by={conflict.by}
      changes={differencesOf(shownOf(conflict.opened), shownOf(conflict.theirs))}
      words={{
        nameOf: (field) => (isShown(field) ? t(labels[field]) : field),
        valueOf: wordsOf,
        isList: (field) => field === 'models',
      }}
      mineOf={(field) => (isShown(field) && edited.has(field) ? wordsOf(field, values[field]) : undefined)}
      busy={form.isSending}
      onOverwrite={conflict.onOverwrite}
      onReload={conflict.onReload}
      onCancel={conflict.onCancel}
    />
  )
}
