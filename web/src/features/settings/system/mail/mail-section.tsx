import { optionsIn } from '@turnpike/contract/options'
import { FieldPair, FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { OptionField } from '../../form/fields/option-field.tsx'
import type { OptionForm } from '../../form/option-form.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { useSectionOptions } from '../../form/use-section-options.ts'
import { mailText } from './mail.text.ts'
import { TestMail } from './test-mail.tsx'

export function useMailSection(): SettingsSection {
  const t = useText(mailText)
  return { ...useSectionOptions('system/smtp', t), title: t('title'), Fields: MailFields }
}

function MailFields({ form }: { form: OptionForm }) {
  const t = useText(mailText)
  return (
    <>
      <FormSection title={t('server')} text={t('serverText')}>
        <FieldPair>
          <OptionField form={form} name="SMTPServer" placeholder="smtp.example.com" />
          <OptionField form={form} name="SMTPPort" />
          <OptionField form={form} name="SMTPAccount" />
          <OptionField form={form} name="SMTPToken" help={t('SMTPTokenHelp')} />
        </FieldPair>
        <OptionField form={form} name="SMTPFrom" optional placeholder="console@example.com" help={t('SMTPFromHelp')} />
        <OptionField form={form} name="SMTPSSLEnabled" help={t('SMTPSSLEnabledHelp')} />
      </FormSection>
      <FormSection title={t('test')} text={t('testText')}>
        <TestMail hasUnsaved={optionsIn('system/smtp').some(form.isChanged)} />
      </FormSection>
    </>
  )
}
