import { FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { OptionField } from '../../form/fields/option-field.tsx'
import type { OptionForm } from '../../form/option-form.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { useSectionOptions } from '../../form/use-section-options.ts'
import { strayDomain } from './domain-list.ts'
import { DomainsOption } from './domains-option.tsx'
import { whitelistText } from './whitelist.text.ts'

export function useWhitelistSection(): SettingsSection {
  const t = useText(whitelistText)
  const domainsRule = (text: string) => {
    const stray = strayDomain(text)
    return stray === undefined ? undefined : t('notDomain', { text: stray })
  }
  return {
    ...useSectionOptions('system/email-whitelist', t, { EmailDomainWhitelist: domainsRule }),
    title: t('title'),
    Fields: WhitelistFields,
  }
}

function WhitelistFields({ form }: { form: OptionForm }) {
  const t = useText(whitelistText)
  return (
    <FormSection title={t('title')} text={t('text')}>
      <OptionField form={form} name="EmailDomainRestrictionEnabled" help={t('EmailDomainRestrictionEnabledHelp')} />
      <DomainsOption form={form} />
      <OptionField form={form} name="EmailAliasRestrictionEnabled" help={t('EmailAliasRestrictionEnabledHelp')} />
    </FormSection>
  )
}
