import { selfApi } from '@turnpike/contract/identity/self'
import { role, type User } from '@turnpike/contract/identity/user'
import { Button } from 'antd'
import { useState } from 'react'
import { InputField } from '../../../components/fields/input-field.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { useOwnerMutation } from '../../../components/owner/use-owner-mutation.ts'
import textStyles from '../../../components/style/text.module.css'
import { call } from '../../../lib/api/call.ts'
import { endSession } from '../../../lib/session/session.ts'
import { securityText } from './security.text.ts'

export function RemoveSection({ user }: { user: User | undefined }) {
  const t = securityText.use()
  const [isAsking, setIsAsking] = useState(false)
  const isRoot = user?.role === role.root
  return (
    <FormSection title={t('remove')} text={t(isRoot ? 'removeRoot' : 'removeText')}>
      <div>
        <Button danger disabled={!user || isRoot} onClick={() => setIsAsking(true)}>
          {t('remove')}
        </Button>
      </div>
      {isAsking && user && <RemoveDialog username={user.username} onClose={() => setIsAsking(false)} />}
    </FormSection>
  )
}

/** Cancels the account for good, once its name was typed. */
function RemoveDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const t = securityText.use()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()

  const remove = useOwnerMutation(
    () => call(selfApi.remove, { body: {} }),
    () => {
      toast.success(t('removed'))
      endSession('signed-out')
    },
  )

  function submit() {
    if (remove.isPending) return
    if (typed !== username) return setProblem(t('removeDiffers'))
    remove.mutate(undefined)
  }

  return (
    <Dialog
      width={400}
      title={t('removeTitle', { name: username })}
      okText={t('remove')}
      okButtonProps={{ danger: true }}
      cancelText={t('cancel')}
      confirmLoading={remove.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <p className={textStyles.dialogText}>{t('removeText')}</p>
      <InputField
        label={t('removeAsk', { name: username })}
        problem={problem}
        autoFocus
        spellCheck={false}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setProblem(undefined)
        }}
        onPressEnter={submit}
      />
    </Dialog>
  )
}
