import { FormSection } from '../../components/form/form-section.tsx'
import { SectionState } from '../../components/row-list/section-state.tsx'
import { useText } from '../../lib/text/text.ts'
import { AppRow } from './app-row.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { RecoveryRow } from './recovery-row.tsx'
import { securityPageText } from './security-page.text.ts'
import { useSecondFactors } from './use-second-factors.ts'

/** The second factors of the signed-in user. */
export function SecondFactorSections() {
  const t = useText(securityPageText)
  const factors = useSecondFactors()
  return (
    <>
      <FormSection title={t('app')} text={t('appText')}>
        <SectionState query={factors} lines={1}>
          {(data) => <AppRow factors={data} />}
        </SectionState>
      </FormSection>
      <PasskeysSection />
      {factors.data && (factors.data.totp || factors.data.passkeys > 0) && (
        <FormSection title={t('recovery')} text={t('recoveryText')}>
          <RecoveryRow count={factors.data.recovery_codes} />
        </FormSection>
      )}
    </>
  )
}
