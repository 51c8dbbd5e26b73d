import { FormSection } from '../../../components/form/form-section.tsx'
import styles from '../agent.module.css'
import type { TabProps } from '../tab-props.ts'
import { HelpList } from './help-list.tsx'
import { termsText } from './terms.text.ts'
import { TermsFacts } from './terms-facts.tsx'

/** The terms of the agent, and answers to what agents ask. */
export function TermsTab({ self: { terms } }: TabProps) {
  const t = termsText.use()
  return (
    <div className={styles.sections}>
      <FormSection title={t('terms')} text={t('termsText')}>
        <TermsFacts terms={terms} />
      </FormSection>
      <FormSection title={t('help')} text={t('helpText')}>
        <HelpList />
      </FormSection>
    </div>
  )
}
