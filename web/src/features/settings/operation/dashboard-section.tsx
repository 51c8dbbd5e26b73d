import type { OptionValues } from '@turnpike/contract/options'
import { FormSection } from '../../../components/form/form-section.tsx'
import { useText } from '../../../lib/text/text.ts'
import { OptionField } from '../form/fields/option-field.tsx'
import type { OptionForm } from '../form/option-form.ts'
import type { SettingsSection } from '../form/settings-section.ts'
import { useSectionOptions } from '../form/use-section-options.ts'
import { dashboardText } from './dashboard.text.ts'

export function useDashboardSection(): SettingsSection {
  const t = useText(dashboardText)
  return { ...useSectionOptions('operation/dashboard', t), title: t('title'), Fields: DashboardFields }
}

function DashboardFields({ form }: { form: OptionForm }) {
  const t = useText(dashboardText)
  const labels: Record<OptionValues['DataExportDefaultTime'], string> = {
    hour: t('hour'),
    day: t('day'),
    week: t('week'),
  }
  return (
    <>
      <FormSection title={t('collect')} text={t('collectText')}>
        <OptionField form={form} name="DataExportEnabled" help={t('DataExportEnabledHelp')} />
        <OptionField
          form={form}
          name="DataExportInterval"
          unit={t('DataExportIntervalUnit')}
          help={t('DataExportIntervalHelp')}
        />
      </FormSection>
      <FormSection title={t('display')} text={t('displayText')}>
        <OptionField form={form} name="DataExportDefaultTime" choiceLabels={labels} />
      </FormSection>
    </>
  )
}
