import { FormSection } from '../../../components/form/form-section.tsx'
import { useText } from '../../../lib/text/text.ts'
import { OptionField } from '../form/fields/option-field.tsx'
import type { OptionForm } from '../form/option-form.ts'
import type { SettingsSection } from '../form/settings-section.ts'
import { useSectionOptions } from '../form/use-section-options.ts'
import { sensitiveWordsText } from './sensitive-words.text.ts'

export function useSensitiveWordsSection(): SettingsSection {
  const t = useText(sensitiveWordsText)
  return { ...useSectionOptions('operation/sensitive-words', t), title: t('title'), Fields: SensitiveWordsFields }
}

function SensitiveWordsFields({ form }: { form: OptionForm }) {
  const t = useText(sensitiveWordsText)
  return (
    <>
      <FormSection title={t('check')} text={t('checkText')}>
        <OptionField form={form} name="CheckSensitiveEnabled" />
        <OptionField form={form} name="CheckSensitiveOnPromptEnabled" help={t('CheckSensitiveOnPromptEnabledHelp')} />
      </FormSection>
      <FormSection title={t('list')} text={t('listText')}>
        <OptionField form={form} name="SensitiveWords" rows={8} help={t('SensitiveWordsHelp')} />
      </FormSection>
    </>
  )
}
