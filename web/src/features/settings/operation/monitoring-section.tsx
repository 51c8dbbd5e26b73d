import { Suspense } from 'react'
import { FormSection } from '../../../components/form/form-section.tsx'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { useText } from '../../../lib/text/text.ts'
import { OptionField } from '../form/fields/option-field.tsx'
import type { OptionForm } from '../form/option-form.ts'
import type { SettingsSection } from '../form/settings-section.ts'
import { useSectionOptions } from '../form/use-section-options.ts'
import { monitoringText } from './monitoring.text.ts'

// Every tab carries the words of its sections; these are for the few who know what their channels cost.
const CostGuardFields = lazyPart(async () => (await import('./cost-guard-fields.tsx')).CostGuardFields)

export function useMonitoringSection(): SettingsSection {
  const t = useText(monitoringText)
  return { ...useSectionOptions('operation/monitoring', t), title: t('title'), Fields: MonitoringFields }
}

function MonitoringFields({ form }: { form: OptionForm }) {
  const t = useText(monitoringText)
  return (
    <>
      <FormSection title={t('health')} text={t('healthText')}>
        <OptionField
          form={form}
          name="ChannelDisableThreshold"
          unit={t('seconds')}
          help={t('ChannelDisableThresholdHelp')}
        />
        <OptionField form={form} name="AutomaticDisableChannelEnabled" help={t('AutomaticDisableChannelEnabledHelp')} />
        <OptionField form={form} name="AutomaticEnableChannelEnabled" help={t('AutomaticEnableChannelEnabledHelp')} />
        <OptionField
          form={form}
          name="ChannelPauseFailures"
          unit={t('failures')}
          help={t('ChannelPauseFailuresHelp')}
        />
      </FormSection>
      <FormSection title={t('reminder')} text={t('reminderText')}>
        <OptionField form={form} name="QuotaRemindThreshold" />
      </FormSection>
      <Suspense>
        <CostGuardFields form={form} />
      </Suspense>
    </>
  )
}
