import { ChoiceChips } from '../../../components/fields/choice-chips.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { useText } from '../../../lib/text/text.ts'
import { OptionField } from '../form/fields/option-field.tsx'
import type { OptionForm } from '../form/option-form.ts'
import type { SettingsSection } from '../form/settings-section.ts'
import { useSectionOptions } from '../form/use-section-options.ts'
import { serverText } from './server.text.ts'

export function useServerSection(): SettingsSection {
  const t = useText(serverText)
  return { ...useSectionOptions('system/server-address', t), title: t('ServerAddress'), Fields: ServerFields }
}

function ServerFields({ form }: { form: OptionForm }) {
  const t = useText(serverText)
  const { origin } = window.location
  return (
    <>
      <FormSection title={t('ServerAddress')} text={t('serverText')}>
        <OptionField
          form={form}
          name="ServerAddress"
          placeholder="https://api.example.com"
          help={t('ServerAddressHelp')}
        />
        {form.texts.ServerAddress !== origin && (
          <ChoiceChips
            label={t('usual')}
            choices={[{ value: origin, label: t('thisPage', { address: origin }) }]}
            onChoose={(chosen) => form.edit({ ServerAddress: chosen })}
          />
        )}
      </FormSection>
      <FormSection title={t('agents')} text={t('agentsText')}>
        <OptionField form={form} name="McpEnabled" help={t('McpEnabledHelp')} />
      </FormSection>
    </>
  )
}
