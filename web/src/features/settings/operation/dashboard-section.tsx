import { FormSection } from '../../../components/form/form-section.tsx'
import { useText } from '../../../lib/text/text.ts'
import { ChoiceOption } from '../form/fields/choice-option.tsx'
import { NumberOption } from '../form/fields/number-option.tsx'
import { SwitchOption } from '../form/fields/switch-option.tsx'
import type { SettingsSection } from '../form/settings-section.ts'
import type { OptionForm } from '../form/use-option-form.ts'
import { useRules } from '../form/use-rules.ts'
import { dashboardText } from './dashboard.text.ts'

const minutesOfWeek = 10_080

export function useDashboardSection(): SettingsSection {
  const t = useText(dashboardText)
  const rules = useRules()
  return {
    id: 'dashboard',
    title: t('title'),
    options: {
      DataExportEnabled: { label: t('enabled') },
      DataExportInterval: { label: t('interval'), rule: rules.whole({ min: 1, max: minutesOfWeek }) },
      DataExportDefaultTime: { label: t('granularity') },
    },
    Fields: DashboardFields,
  }
}

function DashboardFields({ form }: { form: OptionForm }) {
  const t = useText(dashboardText)
  const choices = (['hour', 'day', 'week'] as const).map((value) => ({ value, label: t(value) }))
  return (
    <>
      <FormSection title={t('collect')} text={t('collectText')}>
        <SwitchOption form={form} name="DataExportEnabled" help={t('enabledText')} />
        <NumberOption form={form} name="DataExportInterval" whole unit={t('intervalUnit')} help={t('intervalHelp')} />
      </FormSection>
      <FormSection title={t('display')} text={t('displayText')}>
        <ChoiceOption form={form} name="DataExportDefaultTime" choices={choices} />
      </FormSection>
    </>
  )
}
