import { Segmented } from 'antd'
import { Field } from '../../../components/fields/field.tsx'
import { type StartPage, startPage } from '../../../lib/browser/preferences.ts'
import { accountText } from './account.text.ts'

/** Which page opens after a sign-in. Kept in this browser, like the theme; there is nothing to save. */
export function StartPageField() {
  const t = accountText.use()
  const chosen = startPage.use()
  return (
    <Field label={t('startPage')} help={t('startPageHelp')}>
      {({ id, 'aria-describedby': describedBy }) => (
        <Segmented<StartPage>
          id={id}
          aria-describedby={describedBy}
          aria-label={t('startPage')}
          value={chosen}
          options={[
            { value: 'usual', label: t('startTokens') },
            { value: 'overview', label: t('startOverview') },
          ]}
          onChange={startPage.set}
        />
      )}
    </Field>
  )
}
