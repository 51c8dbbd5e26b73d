import { FormSection } from '../../../../components/form/form-section.tsx'
import { LinkButton } from '../../../../components/page/link-button.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { securityText } from './security.text.ts'

/** Leads to the page of second factors, whose code is too much for this one. */
export function SecondFactorLink() {
  const t = useText(securityText)
  return (
    <FormSection title={t('secondFactor')} text={t('secondFactorText')}>
      <div>
        <LinkButton to="/setting/security">{t('secondFactorOpen')}</LinkButton>
      </div>
    </FormSection>
  )
}
