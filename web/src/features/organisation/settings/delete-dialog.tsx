import { orgApi } from '@turnpike/contract/identity/organisation-api'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { InputField } from '../../../components/fields/input-field.tsx'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import textStyles from '../../../components/style/text.module.css'
import { call } from '../../../lib/api/call.ts'
import { leaveOrg } from '../../../lib/session/org-context.ts'
import { type OrgProps, paramsOf, useOrgChange } from '../use-org.ts'
import { orgSettingsText } from './org-settings.text.ts'

/** Deletes the organisation after its name was typed. */
export function DeleteDialog({ org, onClose }: OrgProps & { onClose: () => void }) {
  const t = orgSettingsText.use()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const { name } = org
  const deleting = useOrgChange(() => call(orgApi.remove, { params: paramsOf(org.id) }), {
    onDone: () => {
      toast.success(t('deleted', { name }))
      leaveOrg()
      void navigate('/token')
    },
    onError: (error) => setProblem(error.message),
  })
  return (
    <FormDialog
      danger
      title={t('deleteTitle', { name })}
      verb={t('delete')}
      busy={deleting.isPending}
      onSubmit={() => (typed.trim() === name ? deleting.mutate(undefined) : setProblem(t('nameDiffers')))}
      onCancel={onClose}
    >
      <p className={textStyles.secondary}>{t('deleteText')}</p>
      <InputField
        label={t('typeName', { name })}
        problem={problem}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setProblem(undefined)
        }}
      />
    </FormDialog>
  )
}
