import type { OptionKey } from '@turnpike/contract/options'
import { FieldPair, FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { NumberOption } from '../../form/fields/number-option.tsx'
import { SecretOption } from '../../form/fields/secret-option.tsx'
import { SwitchOption } from '../../form/fields/switch-option.tsx'
import type { SettingsSection } from '../../form/settings-section.ts'
import type { OptionForm } from '../../form/use-option-form.ts'
import { useRules } from '../../form/use-rules.ts'
import { PlainOption } from '../plain-option.tsx'
import { mailText } from './mail.text.ts'
import { TestMail } from './test-mail.tsx'

const keys = [
  'SMTPServer',
  'SMTPPort',
  'SMTPAccount',
  'SMTPToken',
  'SMTPFrom',
  'SMTPSSLEnabled',
] as const satisfies OptionKey[]

export function useMailSection(): SettingsSection {
  const t = useText(mailText)
  const { whole } = useRules()
  return {
    id: 'smtp',
    title: t('title'),
    options: {
      ...Object.fromEntries(keys.map((key) => [key, { label: t(key) }])),
      SMTPPort: { label: t('SMTPPort'), rule: whole({ min: 1, max: 65_535 }) },
    },
    Fields: MailFields,
  }
}

function MailFields({ form }: { form: OptionForm }) {
  const t = useText(mailText)
  return (
    <>
      <FormSection title={t('server')} text={t('serverText')}>
        <FieldPair>
          <PlainOption form={form} name="SMTPServer" placeholder="smtp.example.com" />
          <NumberOption form={form} name="SMTPPort" whole />
          <PlainOption form={form} name="SMTPAccount" />
          <SecretOption form={form} name="SMTPToken" help={t('tokenHelp')} />
        </FieldPair>
        <PlainOption form={form} name="SMTPFrom" optional placeholder="console@example.com" help={t('fromHelp')} />
        <SwitchOption form={form} name="SMTPSSLEnabled" help={t('sslHelp')} />
      </FormSection>
      <FormSection title={t('test')} text={t('testText')}>
        <TestMail hasUnsaved={keys.some(form.isChanged)} />
      </FormSection>
    </>
  )
}
