import { FormSection } from '../../../components/form/form-section.tsx'
import { useText } from '../../../lib/text/text.ts'
import { OptionField } from '../form/fields/option-field.tsx'
import type { OptionForm } from '../form/option-form.ts'
import type { SettingsSection } from '../form/settings-section.ts'
import { useSectionOptions } from '../form/use-section-options.ts'
import { serverText } from './server.text.ts'

export function useWorkerSection(): SettingsSection {
  const t = useText(serverText)
  return { ...useSectionOptions('system/worker', t), title: t('worker'), Fields: WorkerFields }
}

function WorkerFields({ form }: { form: OptionForm }) {
  const t = useText(serverText)
  return (
    <FormSection title={t('worker')} text={t('workerText')}>
      <OptionField form={form} name="WorkerUrl" placeholder="https://worker.example.com" help={t('WorkerUrlHelp')} />
      <OptionField form={form} name="WorkerValidKey" help={t('WorkerValidKeyHelp')} />
    </FormSection>
  )
}
