import { Button, Input } from 'antd'
import { Field } from '../../../../components/fields/field.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { settingsFormText } from '../settings-form.text.ts'
import styles from './option-field.module.css'
import type { OptionFieldProps } from './option-field-props.ts'

/** A write-only option: says whether one is stored, and an empty field keeps it. */
export function SecretOption({ form, name, help, placeholder }: OptionFieldProps) {
  const t = useText(settingsFormText)
  const isSet = form.isSet(name)
  const typed = form.texts[name]
  const isRemoved = isSet && typed === ''
  return (
    <Field
      {...form.field(name)}
      help={isRemoved ? t('secretRemoved') : isSet ? t('secretKept') : help}
      extra={
        isSet && (
          <>
            <span className={styles.stored}>{t('secretSet')}</span>
            <Button
              type="text"
              size="small"
              onClick={() => (isRemoved ? form.revert(name) : form.edit({ [name]: '' }))}
            >
              {t(isRemoved ? 'secretUndo' : 'secretRemove')}
            </Button>
          </>
        )
      }
    >
      {(control) => (
        <Input.Password
          {...control}
          className={styles.mono}
          autoComplete="new-password"
          value={typed ?? ''}
          placeholder={isSet ? '••••••••' : placeholder}
          onChange={({ target: { value } }) => (value === '' ? form.revert(name) : form.edit({ [name]: value }))}
        />
      )}
    </Field>
  )
}
