import { Input } from 'antd'
import { Field } from '../../../components/fields/field.tsx'
import { useText } from '../../../lib/text/text.ts'
import styles from '../channel-editor.module.css'
import type { ChannelForm } from '../use-channel-form.ts'
import { fieldsText } from './fields.text.ts'
import { needsModelVariable } from './type-traits.ts'

const azure = 3

export function BaseUrlField({ form: { values, edit, field, traits } }: { form: ChannelForm }) {
  const t = useText(fieldsText)

  function help() {
    if (values.type === azure) return t('urlEndpoint')
    if (needsModelVariable(traits)) return t('urlModel')
    return traits.baseUrl === 'optional' ? t('urlDefault') : undefined
  }

  return (
    <Field {...field('base_url')} optional={traits.baseUrl === 'optional'} help={help()}>
      {(control) => (
        <Input
          {...control}
          className={styles.mono}
          value={values.base_url}
          placeholder={traits.defaultBaseUrl || traits.baseUrlExample}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => edit({ base_url: event.target.value })}
        />
      )}
    </Field>
  )
}
