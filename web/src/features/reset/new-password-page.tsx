import { useMutation } from '@tanstack/react-query'
import { registrationApi } from '@turnpike/contract/identity/registration'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { AuthForm } from '../../components/auth-page/auth-form.tsx'
import { AuthFrame } from '../../components/auth-page/auth-frame.tsx'
import { StatusMessage } from '../../components/auth-page/status-message.tsx'
import { TextField } from '../../components/auth-page/text-field.tsx'
import { useRefusal } from '../../components/auth-page/use-refusal.ts'
import { copy } from '../../components/copy/copy.ts'
import { CopyButton } from '../../components/copy/copy-button.tsx'
import { PlainLink } from '../../components/plain-button/plain-link.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { CallError, call } from '../../lib/api/call.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import styles from './new-password-page.module.css'
import { resetText } from './reset.text.ts'

/** The page of the link in a reset mail: a button uses the link up, because mail programs open links by themselves. */
export function NewPasswordPage() {
  const t = resetText.use()
  const [query] = useSearchParams()
  const email = query.get('email') ?? ''
  const token = query.get('token') ?? ''
  const { problem, refuse, withdraw } = useRefusal()
  const [isBad, setIsBad] = useState(!email || !token)
  useDocumentTitle(t('confirmTitle'))

  const { mutate, data, isPending } = useMutation({
    mutationFn: () => call(registrationApi.reset, { body: { email, token } }),
    onMutate: withdraw,
    onSuccess: (password) => void copy(password, t('password')),
    onError: (error) => {
      if (error instanceof CallError && error.code === 'reset_link_invalid') setIsBad(true)
      else refuse(error.message)
    },
  })

  if (data !== undefined) return <NewPassword password={data} />
  if (isBad)
    return (
      <AuthFrame title={t('badTitle')} lead={<Link to="/reset">{t('requestAgain')}</Link>}>
        <StatusMessage kind="warning">{t('badLink')}</StatusMessage>
      </AuthFrame>
    )
  return (
    <AuthFrame title={t('confirmTitle')} lead={t('confirmLead')}>
      <AuthForm verb={t('confirm')} isBusy={isPending} problem={problem} botCheck={null} onSubmit={() => mutate()}>
        <TextField label={t('email')} value={email} readOnly autoComplete="username" />
      </AuthForm>
    </AuthFrame>
  )
}

/** The new password, which is shown once. */
function NewPassword({ password }: { password: string }) {
  const t = resetText.use()
  return (
    <AuthFrame title={t('doneTitle')} lead={t('doneLead')}>
      <div className={`${layoutStyles.row} ${styles.password}`}>
        <code>{password}</code>
        <CopyButton text={password} name={t('password')} />
      </div>
      <PlainLink kind="primary" size="large" block to="/login">
        {t('signIn')}
      </PlainLink>
    </AuthFrame>
  )
}
