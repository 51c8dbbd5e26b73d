import { Select } from 'antd'
import { Field } from '../../../../components/fields/field.tsx'
import { FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { OptionField } from '../../form/fields/option-field.tsx'
import type { OptionForm } from '../../form/option-form.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { useSectionOptions } from '../../form/use-section-options.ts'
import { invalidDomain, readDomains, writeDomains } from './domain-list.ts'
import { whitelistText } from './whitelist.text.ts'
import styles from './whitelist-section.module.css'

export function useWhitelistSection(): SettingsSection {
  const t = useText(whitelistText)
  const domainsRule = (text: string) => {
    const invalid = invalidDomain(text)
    return invalid === undefined ? undefined : t('notDomain', { text: invalid })
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

const separators = [',', '，', ';', '；', ' ', '\n']

/** The allowed domains as chips. */
function DomainsOption({ form }: { form: OptionForm }) {
  const t = useText(whitelistText)
  const domains = readDomains(form.texts.EmailDomainWhitelist ?? '')
  return (
    <Field {...form.field('EmailDomainWhitelist')} count={domains.length} help={t('EmailDomainWhitelistHelp')}>
      {(control) => (
        <Select<string[]>
          {...control}
          mode="tags"
          className={styles.domains}
          open={false}
          suffixIcon={null}
          tokenSeparators={separators}
          placeholder={t('placeholder')}
          value={domains}
          onChange={(typed) => form.edit({ EmailDomainWhitelist: writeDomains(typed) })}
        />
      )}
    </Field>
  )
}
