import { defaultRoot } from '@turnpike/contract/identity/user'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { AuthFrame } from '../../components/auth-page/auth-frame.tsx'
import { StatusMessage } from '../../components/auth-page/status-message.tsx'
import { OfferedSignIns } from '../../components/third-party/offered-sign-ins.tsx'
import { isSetupOffered, useSetup, useWasOffered } from '../../lib/api/setup.ts'
import { useStatus } from '../../lib/api/status.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useInvitation } from '../../lib/session/use-invitation.ts'
import { loginText } from './login.text.ts'
import { LoginForm } from './login-form.tsx'

export function LoginPage() {
  const t = loginText.use()
  const status = useStatus()
  const { state } = useLocation()
  const [query] = useSearchParams()
  useDocumentTitle(t('submit'))
  useInvitation()
  const setup = useSetup().data
  const isOffered = isSetupOffered(setup)
  const isExpired = query.get('expired') === 'true'
  const wasOffered = useWasOffered()
  // A visitor of a console page sets the password first. The sign-in page itself stays open: the default password works there.
  if (isOffered && state?.from !== undefined && !wasOffered && !isExpired)
    return <Navigate replace to="/setup" state={state} />

  return (
    <AuthFrame
      title={t('title', { name: status?.system_name || 'Turnpike' })}
      lead={
        <>
          {t('noAccount')}{' '}
          <Link to="/register" state={state}>
            {t('register')}
          </Link>
        </>
      }
    >
      {isExpired && <StatusMessage kind="warning">{t('expired')}</StatusMessage>}
      {isOffered && setup?.default_sign_in && (
        <StatusMessage kind="info">
          {t('defaultSignIn')} {/* Not as code: its font is a tenth of what this page may weigh. */}
          <strong>
            {defaultRoot.username} / {defaultRoot.password}
          </strong>
          <br />
          <Link to="/setup" state={state}>
            {t('setPassword')}
          </Link>
        </StatusMessage>
      )}
      <LoginForm />
      <OfferedSignIns status={status} isSignIn />
    </AuthFrame>
  )
}
