import { useState } from 'react'
import { ConfirmDialog } from '../../../../components/overlay/confirm-dialog.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { OptionField } from '../../form/fields/option-field.tsx'
import type { OptionForm } from '../../form/option-form.ts'
import { loginText } from './login.text.ts'

/** Without password login people may be locked out, so switching it off asks first. */
export function PasswordLoginSwitch({ form }: { form: OptionForm }) {
  const t = useText(loginText)
  const [isAsking, setIsAsking] = useState(false)
  const set = (isOn: boolean) => form.edit({ PasswordLoginEnabled: String(isOn) })
  return (
    <>
      <OptionField
        form={form}
        name="PasswordLoginEnabled"
        help={t('PasswordLoginEnabledHelp')}
        onSwitch={(isOn) => (isOn ? set(true) : setIsAsking(true))}
      />
      {isAsking && (
        <ConfirmDialog
          title={t('offTitle')}
          text={t('offText')}
          verb={t('off')}
          danger
          onConfirm={() => {
            set(false)
            setIsAsking(false)
          }}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
