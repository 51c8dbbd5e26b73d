import { Input } from 'antd'
import { Field } from '../../../components/fields/field.tsx'
import { SwitchRow } from '../../../components/fields/switch-row.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { channelHelp } from '../../../components/help/help-targets.ts'
import { useText } from '../../../lib/text/text.ts'
import { editorText } from '../channel-editor.text.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import { BaseUrlField } from './base-url-field.tsx'
import { fieldsText } from './fields.text.ts'
import { KeyField } from './key-field.tsx'
import { OtherField } from './other-field.tsx'

export function CredentialsSection({ form }: { form: ChannelForm }) {
  const t = useText(editorText)
  const tField = useText(fieldsText)
  const { values, edit, field, stored, traits } = form
  return (
    <FormSection
      title={t('credentials')}
      text={t(stored ? 'credentialsStored' : 'credentialsNew')}
      help={channelHelp.credentials}
    >
      {!stored && !traits.keyIsDocument && (
        <SwitchRow
          label={tField('batch')}
          text={tField('batchText')}
          checked={values.isBatch}
          onChange={(isBatch) => edit({ isBatch })}
        />
      )}
      <KeyField form={form} />
      <BaseUrlField form={form} />
      <OtherField form={form} />
      {traits.organization && (
        <Field {...field('openai_organization')} optional help={tField('organizationHelp')}>
          {(control) => (
            <Input
              {...control}
              value={values.openai_organization}
              placeholder="org-…"
              autoComplete="off"
              onChange={(event) => edit({ openai_organization: event.target.value })}
            />
          )}
        </Field>
      )}
    </FormSection>
  )
}
