import { secondFactorApi } from '@turnpike/contract/identity/second-factor'
import { Button } from 'antd'
import { useState } from 'react'
import { Row, RowList } from '../../components/row-list/row-list.tsx'
import { call } from '../../lib/api/call.ts'
import { useText } from '../../lib/text/text.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { securityPageText } from './security-page.text.ts'
import { useRefreshSecondFactors } from './use-second-factors.ts'

const few = 3

/** How many recovery codes are left, and new ones. */
export function RecoveryRow({ count }: { count: number }) {
  const t = useText(securityPageText)
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
