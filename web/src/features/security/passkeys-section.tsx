import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Passkey, passkeyApi } from '@turnpike/contract/identity/passkey'
import { Button } from 'antd'
import { useState } from 'react'
import { RelativeTime } from '../../components/figures/relative-time.tsx'
import { FormSection } from '../../components/form/form-section.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import { Row, RowList } from '../../components/row-list/row-list.tsx'
import { SectionState } from '../../components/row-list/section-state.tsx'
import { call } from '../../lib/api/call.ts'
import { useStatus } from '../../lib/api/status.ts'
import { PasskeyDialog } from './passkey-dialog.tsx'
import { passkeysText } from './passkeys.text.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { useRefreshSecondFactors } from './use-second-factors.ts'

type Open =
  | { kind: 'add' }
  | { kind: 'codes'; codes: string[] }
  | { kind: 'rename'; passkey: Passkey }
  | { kind: 'delete'; passkey: Passkey }

/** The passkeys of the signed-in user. Where they are switched off, those that were added can still be deleted. */
export function PasskeysSection() {
  const t = passkeysText.use()
  const queries = useQueryClient()
  const refreshFactors = useRefreshSecondFactors()
  const isOn = useStatus()?.passkey_login ?? false
  const passkeys = useQuery({ queryKey: ['passkeys'], queryFn: () => call(passkeyApi.list) })
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['passkeys'] })
    void refreshFactors()
  }
  if (!isOn && !passkeys.data?.length) return null
  return (
    <FormSection title={t('title')} text={t('text')}>
      <SectionState query={passkeys} lines={1}>
        {(rows) =>
          rows.length > 0 && (
            <RowList>
              {rows.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  onRename={() => setOpen({ kind: 'rename', passkey })}
                  onRemove={() => setOpen({ kind: 'delete', passkey })}
                />
              ))}
            </RowList>
          )
        }
      </SectionState>
      {isOn && (
        <div>
          <Button onClick={() => setOpen({ kind: 'add' })}>{t('add')}</Button>
        </div>
      )}
      {(open?.kind === 'add' || open?.kind === 'rename') && (
        <PasskeyDialog
          passkey={open.kind === 'rename' ? open.passkey : undefined}
          onDone={(codes) => {
            if (codes.length > 0) setOpen({ kind: 'codes', codes })
            else close()
            refresh()
          }}
          onClose={close}
        />
      )}
      {open?.kind === 'codes' && <RecoveryCodesDialog codes={open.codes} onClose={close} />}
      {open?.kind === 'delete' && (
        <ProofDialog
          danger
          title={t('removeTitle', { name: open.passkey.name })}
          text={t('removeText')}
          verb={t('remove')}
          action={(body) => call(passkeyApi.remove, { params: { id: String(open.passkey.id) }, body })}
          onDone={() => {
            toast.success(t('removed', { name: open.passkey.name }))
            close()
            refresh()
          }}
          onClose={close}
        />
      )}
    </FormSection>
  )
}

type PasskeyRowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void }

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const t = passkeysText.use()
  const { name, created_at, used_at } = passkey
  return (
    <Row
      title={name}
      detail={
        <>
          {t('added')} <RelativeTime seconds={created_at} />
          {' · '}
          {used_at > 0 ? (
            <>
              {t('used')} <RelativeTime seconds={used_at} />
            </>
          ) : (
            t('unused')
          )}
        </>
      }
      actions={
        <>
          <Button size="small" aria-label={t('renameTitle', { name })} onClick={onRename}>
            {t('rename')}
          </Button>
          <Button size="small" aria-label={t('removeLabel', { name })} onClick={onRemove}>
            {t('remove')}
          </Button>
        </>
      }
    />
  )
}
