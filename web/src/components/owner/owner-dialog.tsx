import { useMutation } from '@tanstack/react-query'
import { recentLoginSeconds, selfApi } from '@turnpike/contract/identity/self'
import { credentialBounds } from '@turnpike/contract/identity/user'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { CallError, call } from '../../lib/api/call.ts'
import { useSignOut } from '../../lib/session/use-sign-out.ts'
import { dictionary } from '../../lib/text/text.ts'
import { PasswordField } from '../fields/input-field.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import textStyles from '../style/text.module.css'
import { question } from './owner.ts'

const recentMinutes = recentLoginSeconds / 60

const ownerText = dictionary({
  ownerTitle: ['Confirm your password', '请输入密码确认'],
  ownerText: [
    `Your last sign-in was more than ${recentMinutes} minutes ago. Enter your current password to continue.`,
    `距离上次登录已超过 ${recentMinutes} 分钟，请输入当前密码后继续。`,
  ],
  ownerPassword: ['Current password', '当前密码'],
  ownerConfirm: ['Confirm', '确认'],
  ownerMissing: ['Enter your current password', '请输入当前密码'],
  ownerWrong: ['This is not your current password', '当前密码不正确'],
  ownerNone: ['No password yet?', '还没有密码？'],
  ownerSignIn: ['Sign in again instead', '重新登录'],
})

/** Asks for the current password whenever a sensitive change needs it. Mounted once. */
export function OwnerDialog() {
  const asked = question.use()
  // Leaving the page cancels the dialog.
  useEffect(() => () => question.get()?.onCancelled(), [])
  return asked ? <PasswordQuestion {...asked} /> : null
}

type PasswordQuestionProps = { onConfirmed: () => void; onCancelled: () => void }

function PasswordQuestion({ onConfirmed, onCancelled }: PasswordQuestionProps) {
  const t = ownerText.use()
  const signOut = useSignOut()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()

  const { mutate, isPending } = useMutation({
    mutationFn: () => call(selfApi.confirm, { body: { original_password: password } }),
    onSuccess: onConfirmed,
    onError: (error) => {
      const isWrong = error instanceof CallError && error.code === 'credentials_wrong'
      setProblem(isWrong ? t('ownerWrong') : error.message)
    },
  })

  function submit() {
    if (isPending) return
    setProblem(password ? undefined : t('ownerMissing'))
    if (password) mutate()
  }

  return (
    <Dialog
      width={400}
      title={t('ownerTitle')}
      okText={t('ownerConfirm')}
      cancelText={t('cancel')}
      confirmLoading={isPending}
      onOk={submit}
      onCancel={onCancelled}
    >
      <p className={textStyles.dialogText}>{t('ownerText')}</p>
      <PasswordField
        label={t('ownerPassword')}
        problem={problem}
        autoFocus
        autoComplete="current-password"
        maxLength={credentialBounds.password.lengthMax}
        value={password}
        onChange={setPassword}
        onPressEnter={submit}
      />
      <p className={textStyles.dialogNote}>
        {t('ownerNone')}{' '}
        <Button type="link" size="small" loading={signOut.isPending} onClick={() => signOut.mutate()}>
          {t('ownerSignIn')}
        </Button>
      </p>
    </Dialog>
  )
}
