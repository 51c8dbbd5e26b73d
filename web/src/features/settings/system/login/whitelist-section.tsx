import { FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { SwitchOption } from '../../form/fields/switch-option.tsx'
import type { SettingsSection } from '../../form/settings-section.ts'
import type { OptionForm } from '../../form/use-option-form.ts'
import { strayDomain } from './domain-list.ts'
import { DomainsOption } from './domains-option.tsx'
import { whitelistText } from './whitelist.text.ts'

export function useWhitelistSection(): SettingsSection {
  const t = useText(whitelistText)
  const areDomains = (text: string) => {
    const stray = strayDomain(text)
    return stray === undefined ? undefined : t('notDomain', { text: stray })
  }
  return {
    id: 'email-whitelist',
    title: t('title'),
    options: {
      EmailDomainRestrictionEnabled: { label: t('EmailDomainRestrictionEnabled') },
      EmailAliasRestrictionEnabled: { label: t('EmailAliasRestrictionEnabled') },
      EmailDomainWhitelist: { label: t('EmailDomainWhitelist'), rule: areDomains },
    },
    Fields: WhitelistFields,
  }
}

function WhitelistFields({ form }: { form: OptionForm }) {
  const t = useText(whitelistText)
  return (
    <FormSection title={t('title')} text={t('text')}>
      <SwitchOption form={form} name="EmailDomainRestrictionEnabled" help={t('restrictionHelp')} />
      <DomainsOption form={form} />
      <SwitchOption form={form} name="EmailAliasRestrictionEnabled" help={t('aliasHelp')} />
    </FormSection>
  )
}
