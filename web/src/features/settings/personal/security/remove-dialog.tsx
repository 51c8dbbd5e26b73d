import { accountApi } from '@turnpike/contract/identity/self'
import { Input } from 'antd'
import { useState } from 'react'
import { Field } from '../../../../components/fields/field.tsx'
import { Dialog } from '../../../../components/overlay/dialog.tsx'
import { useToast } from '../../../../components/overlay/toast.tsx'
import { useOwnerMutation } from '../../../../components/owner/use-owner-mutation.ts'
import { call } from '../../../../lib/api/call.ts'
import { endSession } from '../../../../lib/session/session.ts'
import { useText } from '../../../../lib/text/text.ts'
import styles from '../personal.module.css'
import { securityText } from './security.text.ts'

/** Cancels the account for good, once its name was typed. */
export function RemoveDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const t = useText(securityText)
  const toast = useToast()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()

  const remove = useOwnerMutation(
    () => call(accountApi.remove, { body: {} }),
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
      centered
      width={400}
      title={t('removeTitle', { name: username })}
      okText={t('remove')}
      okButtonProps={{ danger: true }}
      cancelText={t('cancel')}
      confirmLoading={remove.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <p className={styles.dialogText}>{t('removeText')}</p>
      <Field label={t('removeAsk', { name: username })} problem={problem}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setProblem(undefined)
            }}
            onPressEnter={submit}
          />
        )}
      </Field>
    </Dialog>
  )
}
