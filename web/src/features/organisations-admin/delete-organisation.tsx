import { type AdminOrg, orgAdminApi } from '@turnpike/contract/identity/organisation-api'
import { isReason } from '@turnpike/contract/money/refund'
import { useState } from 'react'
import { ReasonField } from '../../components/fields/reason-field.tsx'
import { Fact, Facts } from '../../components/figures/facts.tsx'
import { Money } from '../../components/figures/money.tsx'
import { useListChange } from '../../components/list-page/use-page-query.ts'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import textStyles from '../../components/style/text.module.css'
import { call } from '../../lib/api/call.ts'
import { organisationsText } from './organisations.text.ts'
import { listName, paramsOf } from './use-organisations.ts'

/** Deletes an organisation, for a reason that is kept with what is written off. */
export function DeleteOrganisation({ org, onClose }: { org: AdminOrg; onClose: () => void }) {
  const t = organisationsText.use()
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { name } = org
  const deleting = useListChange(
    listName,
    () => call(orgAdminApi.remove, { params: paramsOf(org), body: { reason: reason.trim() } }),
    {
      onDone: () => {
        toast.success(t('deletedOne', { name }))
        onClose()
      },
    },
  )
  return (
    <FormDialog
      danger
      title={t('deleteTitle', { name })}
      verb={t('delete')}
      busy={deleting.isPending}
      onSubmit={() => (isReason(reason.trim()) ? deleting.mutate(undefined) : setChecked(true))}
      onCancel={onClose}
    >
      <p className={textStyles.secondary}>{t('deleteText')}</p>
      <Facts>
        <Fact name={t('writtenOff')}>
          <Money quota={org.quota} />
        </Fact>
      </Facts>
      <ReasonField value={reason} onChange={setReason} isChecked={isChecked} />
    </FormDialog>
  )
}
