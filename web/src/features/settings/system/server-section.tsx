import { ChoiceChips } from '../../../components/fields/choice-chips.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { useText } from '../../../lib/text/text.ts'
import type { SettingsSection } from '../form/settings-section.ts'
import type { OptionForm } from '../form/use-option-form.ts'
import { useRules } from '../form/use-rules.ts'
import { PlainOption } from './plain-option.tsx'
import { serverText } from './server.text.ts'

export function useServerSection(): SettingsSection {
  const t = useText(serverText)
  const { address } = useRules()
  return {
    id: 'server-address',
    title: t('server'),
    options: { ServerAddress: { label: t('server'), rule: address() } },
    Fields: ServerFields,
  }
}

function ServerFields({ form }: { form: OptionForm }) {
  const t = useText(serverText)
  const { origin } = window.location
  return (
    <FormSection title={t('server')} text={t('serverText')}>
      <PlainOption form={form} name="ServerAddress" placeholder="https://api.example.com" help={t('serverHelp')} />
      {form.texts.ServerAddress !== origin && (
        <ChoiceChips
          label={t('usual')}
          choices={[{ value: origin, label: t('thisPage', { address: origin }) }]}
          onChoose={(chosen) => form.edit({ ServerAddress: chosen })}
        />
      )}
    </FormSection>
  )
}
