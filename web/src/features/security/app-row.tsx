import { type SecondFactors, secondFactorApi } from '@turnpike/contract/identity/second-factor'
import { Button } from 'antd'
import { useState } from 'react'
import { RelativeTime } from '../../components/figures/relative-time.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import { Row, RowList } from '../../components/row-list/row-list.tsx'
import { StatusTag } from '../../components/tags/status-tag.tsx'
import { call } from '../../lib/api/call.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { securityPageText } from './security-page.text.ts'
import { TotpDialog } from './totp-dialog.tsx'
import { useRefreshSecondFactors } from './use-second-factors.ts'

type Open = { kind: 'set up' } | { kind: 'codes'; codes: string[] } | { kind: 'turn off' }

/** Whether the authenticator app is set up, and its set-up. */
export function AppRow({ factors }: { factors: SecondFactors }) {
  const t = securityPageText.use()
  const refresh = useRefreshSecondFactors()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <>
      <RowList>
        <Row
          title={<StatusTag kind={factors.totp ? 'on' : 'off'}>{t(factors.totp ? 'on' : 'off')}</StatusTag>}
          detail={
            factors.totp && (
              <>
                {t('since')} <RelativeTime seconds={factors.totp_created_at} />
              </>
            )
          }
          actions={
            factors.totp ? (
              <Button onClick={() => setOpen({ kind: 'turn off' })}>{t('turnOff')}</Button>
            ) : (
              <Button type="primary" onClick={() => setOpen({ kind: 'set up' })}>
                {t('setUp')}
              </Button>
            )
          }
        />
      </RowList>
      {open?.kind === 'set up' && (
        <TotpDialog
          onEnabled={(codes) => {
            setOpen(codes.length > 0 ? { kind: 'codes', codes } : undefined)
            void refresh()
          }}
          onClose={close}
        />
      )}
      {open?.kind === 'codes' && <RecoveryCodesDialog codes={open.codes} onClose={close} />}
      {open?.kind === 'turn off' && (
        <ProofDialog
          danger
          title={t('turnOffTitle')}
          text={t('turnOffText')}
          verb={t('turnOff')}
          action={(body) => call(secondFactorApi.disable, { body })}
          onDone={() => {
            toast.success(t('turnedOff'))
            close()
            void refresh()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
