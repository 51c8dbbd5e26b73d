import { Select } from 'antd'
import { Field } from '../../../../components/form/field.tsx'
import { useText } from '../../../../lib/text/text.ts'
import type { OptionForm } from '../../form/option-form.ts'
import { readDomains, writeDomains } from './domain-list.ts'
import styles from './domains-option.module.css'
import { whitelistText } from './whitelist.text.ts'

const separators = [',', '，', ';', '；', ' ', '\n']

/** The allowed domains as chips. */
export function DomainsOption({ form }: { form: OptionForm }) {
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
