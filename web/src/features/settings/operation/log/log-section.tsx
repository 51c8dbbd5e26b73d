import { FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { OptionField } from '../../form/fields/option-field.tsx'
import type { OptionForm } from '../../form/option-form.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { useSectionOptions } from '../../form/use-section-options.ts'
import { ClearLogs } from './clear-logs.tsx'
import { logText } from './log.text.ts'

export function useLogSection(): SettingsSection {
  const t = useText(logText)
  return { ...useSectionOptions('operation/log', t), title: t('title'), Fields: LogFields }
}

function LogFields({ form }: { form: OptionForm }) {
  const t = useText(logText)
  return (
    <>
      <FormSection title={t('record')} text={t('recordText')}>
        <OptionField form={form} name="LogConsumeEnabled" help={t('LogConsumeEnabledHelp')} />
      </FormSection>
      <FormSection title={t('old')} text={t('oldText')}>
        <ClearLogs />
      </FormSection>
    </>
  )
}
