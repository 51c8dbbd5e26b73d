import { useState } from 'react'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import textStyles from '../../../components/style/text.module.css'
import { type Receiver, ReceiverField } from '../../../components/subscriptions/receiver-field.tsx'
import { agentsText } from './agents.text.ts'
import { useAgentAct } from './use-agents.ts'

/** Makes a user an agent without an application. */
export function AppointDialog({ onClose }: { onClose: () => void }) {
  const t = agentsText.use()
  const [user, setUser] = useState<Receiver>()
  const [isChecked, setChecked] = useState(false)
  const sending = useAgentAct(({ username }) => {
    toast.success(t('appointed', { name: username }))
    onClose()
  })
  return (
    <FormDialog
      title={t('appoint')}
      verb={t('appoint')}
      busy={sending.isPending}
      onSubmit={() => (user ? sending.mutate({ kind: 'appoint', id: user.id }) : setChecked(true))}
      onCancel={onClose}
    >
      <p className={textStyles.secondary}>{t('appointText')}</p>
      <ReceiverField
        usersOnly
        value={user}
        problem={isChecked && !user ? t('userMissing') : undefined}
        onChange={setUser}
      />
    </FormDialog>
  )
}
