import { FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { SwitchOption } from '../../form/fields/switch-option.tsx'
import type { SettingsSection } from '../../form/settings-section.ts'
import type { OptionForm } from '../../form/use-option-form.ts'
import { ClearLogs } from './clear-logs.tsx'
import { logText } from './log.text.ts'

export function useLogSection(): SettingsSection {
  const t = useText(logText)
  return { id: 'log', title: t('title'), options: { LogConsumeEnabled: { label: t('consume') } }, Fields: LogFields }
}

function LogFields({ form }: { form: OptionForm }) {
  const t = useText(logText)
  return (
    <>
      <FormSection title={t('record')} text={t('recordText')}>
        <SwitchOption form={form} name="LogConsumeEnabled" help={t('consumeText')} />
      </FormSection>
      <FormSection title={t('old')} text={t('oldText')}>
        <ClearLogs />
      </FormSection>
    </>
  )
}
