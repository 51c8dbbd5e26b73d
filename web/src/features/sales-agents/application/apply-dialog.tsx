import type { AgentSelf } from '@turnpike/contract/money/agents/agent-api'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import textStyles from '../../../components/style/text.module.css'
import { applicationText } from './application.text.ts'
import { NoteField } from './note-field.tsx'
import { useApplication } from './use-application.ts'

/** Applies again: for those who have been agents, over their records. */
export function ApplyDialog({ self, onClose }: { self: AgentSelf; onClose: () => void }) {
  const t = applicationText.use()
  const application = useApplication(self, onClose)
  const { isReviewed, isPending, send } = application
  return (
    <FormDialog
      title={t('applyAgain')}
      verb={t(isReviewed ? 'send' : 'become')}
      busy={isPending}
      onSubmit={send}
      onCancel={onClose}
    >
      <p className={textStyles.secondary}>{t(isReviewed ? 'applyText' : 'openText')}</p>
      <NoteField of={application} />
    </FormDialog>
  )
}
