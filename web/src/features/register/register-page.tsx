import type { ErrorCode } from '@turnpike/contract/errors'
import type { FormErrorCode } from '@turnpike/contract/form-errors'
import type { Status } from '@turnpike/contract/system/status'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { AuthFrame } from '../../components/auth-page/auth-frame.tsx'
import { StatusMessage } from '../../components/auth-page/status-message.tsx'
import { OfferedSignIns } from '../../components/third-party/offered-sign-ins.tsx'
import type { CallError } from '../../lib/api/call.ts'
import { useStatus } from '../../lib/api/status.ts'
import { language } from '../../lib/browser/preferences.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useInvitation } from '../../lib/session/use-invitation.ts'
import { refusalText } from '../../lib/text/refusal-text.ts'
import { registerText } from './register.text.ts'
import { RegisterForm } from './register-form.tsx'

export function RegisterPage() {
  const t = registerText.use()
  const status = useStatus()
  const { state } = useLocation()
  const [refused, setRefused] = useState<CallError>()
  useDocumentTitle(t('title'))
  useInvitation()

  const spoken = language.use()
  const closed = closedBy(status)
  if (closed) return <RegistrationClosed code={closed} words={refusalText(closed, spoken)} status={status} />
  if (refused?.code) return <RegistrationClosed code={refused.code} words={refused.message} status={status} />
  return (
    <AuthFrame
      title={t('title')}
      lead={
        <>
          {t('haveAccount')}{' '}
          <Link to="/login" state={state}>
            {t('signIn')}
          </Link>
        </>
      }
    >
      <RegisterForm withEmail={status?.email_verification ?? false} onClosed={setRefused} />
      <OfferedSignIns status={status} />
    </AuthFrame>
  )
}

/** The refusal of a registration while the administrator has it switched off. */
function closedBy(status: Status | undefined): FormErrorCode | undefined {
  if (status?.register_enabled === false) return 'register_disabled'
  return status?.password_register_enabled === false ? 'password_register_disabled' : undefined
}

type ClosedProps = { code: ErrorCode; words: string; status: Status | undefined }

/** Shown instead of the form, whose registration the server would refuse. */
function RegistrationClosed({ code, words, status }: ClosedProps) {
  const t = registerText.use()
  const isOpenToOthers = code === 'password_register_disabled'
  return (
    <AuthFrame
      title={t(isOpenToOthers ? 'passwordClosedTitle' : 'closedTitle')}
      lead={<Link to="/login">{t('backToSignIn')}</Link>}
    >
      <StatusMessage kind="warning">{words}</StatusMessage>
      {isOpenToOthers && <OfferedSignIns status={status} />}
    </AuthFrame>
  )
}
