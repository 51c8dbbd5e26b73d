import { Input } from 'antd'
import { Field } from '../../../components/fields/field.tsx'
import { JsonField } from '../../../components/fields/json-field.tsx'
import { useText } from '../../../lib/text/text.ts'
import styles from '../channel-editor.module.css'
import type { ChannelForm } from '../use-channel-form.ts'
import { fieldsText } from './fields.text.ts'

const regions = { default: 'global', 'gemini-2.5-pro': 'us-central1' }

/** The field `other`, whose meaning depends on the type; types without a meaning do not show it. */
export function OtherField({ form: { values, edit, field, traits } }: { form: ChannelForm }) {
  const t = useText(fieldsText)
  if (!traits.other) return null
  const { meaning, default: usual, required } = traits.other
  if (meaning === 'region') {
    return (
      <JsonField
        {...field('other')}
        help={t('regionHelp')}
        value={values.other}
        template={regions}
        onChange={(other) => edit({ other })}
      />
    )
  }
  const help = meaning === 'api_version' ? usual && t('leaveDefault', { value: usual }) : t(`${meaning}Help`)
  return (
    <Field {...field('other')} optional={!required} help={help}>
      {(control) => (
        <Input
          {...control}
          className={styles.mono}
          value={values.other}
          placeholder={usual}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => edit({ other: event.target.value })}
        />
      )}
    </Field>
  )
}
