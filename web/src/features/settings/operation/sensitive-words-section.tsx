import { FormSection } from '../../../components/form/form-section.tsx'
import { useText } from '../../../lib/text/text.ts'
import { SwitchOption } from '../form/fields/switch-option.tsx'
import { TextOption } from '../form/fields/text-option.tsx'
import type { SettingsSection } from '../form/settings-section.ts'
import type { OptionForm } from '../form/use-option-form.ts'
import { sensitiveWordsText } from './sensitive-words.text.ts'

export function useSensitiveWordsSection(): SettingsSection {
  const t = useText(sensitiveWordsText)
  return {
    id: 'sensitive-words',
    title: t('title'),
    options: {
      CheckSensitiveEnabled: { label: t('enabled') },
      CheckSensitiveOnPromptEnabled: { label: t('prompts') },
      SensitiveWords: { label: t('words') },
    },
    Fields: SensitiveWordsFields,
  }
}

function SensitiveWordsFields({ form }: { form: OptionForm }) {
  const t = useText(sensitiveWordsText)
  return (
    <>
      <FormSection title={t('check')} text={t('checkText')}>
        <SwitchOption form={form} name="CheckSensitiveEnabled" />
        <SwitchOption form={form} name="CheckSensitiveOnPromptEnabled" help={t('promptsText')} />
      </FormSection>
      <FormSection title={t('list')} text={t('listText')}>
        <TextOption form={form} name="SensitiveWords" rows={8} help={t('wordsHelp')} />
      </FormSection>
    </>
  )
}
