import { FormSection } from '../../../components/form/form-section.tsx'
import { useText } from '../../../lib/text/text.ts'
import { SecretOption } from '../form/fields/secret-option.tsx'
import type { SettingsSection } from '../form/settings-section.ts'
import type { OptionForm } from '../form/use-option-form.ts'
import { useRules } from '../form/use-rules.ts'
import { PlainOption } from './plain-option.tsx'
import { serverText } from './server.text.ts'

export function useWorkerSection(): SettingsSection {
  const t = useText(serverText)
  const { address } = useRules()
  return {
    id: 'worker',
    title: t('worker'),
    options: {
      WorkerUrl: { label: t('workerAddress'), rule: address() },
      WorkerValidKey: { label: t('workerKey') },
    },
    Fields: WorkerFields,
  }
}

function WorkerFields({ form }: { form: OptionForm }) {
  const t = useText(serverText)
  return (
    <FormSection title={t('worker')} text={t('workerText')}>
      <PlainOption form={form} name="WorkerUrl" placeholder="https://worker.example.com" help={t('workerHelp')} />
      <SecretOption form={form} name="WorkerValidKey" help={t('workerKeyHelp')} />
    </FormSection>
  )
}
