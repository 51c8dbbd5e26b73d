import type { Status } from '@turnpike/contract/status'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { GateFrame } from '../../components/gate/gate-frame.tsx'
import { Notice } from '../../components/gate/notice.tsx'
import { OtherSignIns } from '../../components/third-party/other-sign-ins.tsx'
import type { CallError } from '../../lib/call.ts'
import { useStatus } from '../../lib/status.ts'
import { useText } from '../../lib/text.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { useInvitation } from '../../lib/use-invitation.ts'
import { registerText } from './register.text.ts'
import { RegisterForm } from './register-form.tsx'

export function RegisterPage() {
  const t = useText(registerText)
  const status = useStatus()
  const { state } = useLocation()
  const [closed, setClosed] = useState<CallError>()
  useDocumentTitle(t('title'))
  useInvitation()

  if (closed) return <RegistrationClosed refusal={closed} status={status} />
  return (
    <GateFrame
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
      <RegisterForm withEmail={status?.email_verification ?? false} onClosed={setClosed} />
      {status && <OtherSignIns status={status} />}
    </GateFrame>
  )
}

/** Nobody is let in, or nobody with a password: the fields would only waste somebody's time. */
function RegistrationClosed({ refusal, status }: { refusal: CallError; status: Status | undefined }) {
  const t = useText(registerText)
  const isOpenToOthers = refusal.code === 'password_register_disabled'
  return (
    <GateFrame
      title={t(isOpenToOthers ? 'passwordClosedTitle' : 'closedTitle')}
      lead={<Link to="/login">{t('backToSignIn')}</Link>}
    >
      <Notice kind="warning">{refusal.message}</Notice>
      {isOpenToOthers && status && <OtherSignIns status={status} />}
    </GateFrame>
  )
}
