import { Suspense } from 'react'
import { FormSection } from '../../../../components/form/form-section.tsx'
import { lazyPart } from '../../../../lib/browser/lazy-part.ts'
import { useText } from '../../../../lib/text/text.ts'
import { OptionField } from '../../form/fields/option-field.tsx'
import type { OptionForm } from '../../form/option-form.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { useSectionOptions } from '../../form/use-section-options.ts'
import { logText } from './log.text.ts'

// The calendar is 30 kB, and every section of the tab is fetched with it.
const ClearLogs = lazyPart(async () => (await import('./clear-logs.tsx')).ClearLogs)

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
        <OptionField form={form} name="PromptRecordsEnabled" help={t('PromptRecordsEnabledHelp')} />
      </FormSection>
      <FormSection title={t('old')} text={t('oldText')}>
        <Suspense>
          <ClearLogs />
        </Suspense>
      </FormSection>
    </>
  )
}
