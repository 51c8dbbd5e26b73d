import { secondFactorApi } from '@turnpike/contract/identity/second-factor'
import { Button } from 'antd'
import { useState } from 'react'
import { FormSection } from '../../components/form/form-section.tsx'
import { Row, RowList } from '../../components/row-list/row-list.tsx'
import { SectionState } from '../../components/row-list/section-state.tsx'
import { call } from '../../lib/api/call.ts'
import { AppRow } from './app-row.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { securityPageText } from './security-page.text.ts'
import { useRefreshSecondFactors, useSecondFactors } from './use-second-factors.ts'

/** The second factors of the signed-in user. */
export function SecondFactorSections() {
  const t = securityPageText.use()
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

const few = 3

/** How many recovery codes are left, and new ones. */
function RecoveryRow({ count }: { count: number }) {
  const t = securityPageText.use()
  const refresh = useRefreshSecondFactors()
  const [open, setOpen] = useState<'proof' | string[]>()
  const close = () => setOpen(undefined)
  return (
    <>
      <RowList>
        <Row
          title={t('left', { count })}
          detail={count <= few ? t('fewLeft') : undefined}
          actions={<Button onClick={() => setOpen('proof')}>{t('renew')}</Button>}
        />
      </RowList>
      {open === 'proof' && (
        <ProofDialog
          title={t('renewTitle')}
          text={t('renewText')}
          verb={t('renew')}
          action={(body) => call(secondFactorApi.renewCodes, { body })}
          onDone={({ recovery_codes }) => {
            setOpen(recovery_codes)
            void refresh()
          }}
          onClose={close}
        />
      )}
      {Array.isArray(open) && <RecoveryCodesDialog codes={open} onClose={close} />}
    </>
  )
}
