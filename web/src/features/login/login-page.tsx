import { Link, useLocation, useSearchParams } from 'react-router'
import { AuthFrame } from '../../components/auth-page/auth-frame.tsx'
import { StatusMessage } from '../../components/auth-page/status-message.tsx'
import { OtherSignIns } from '../../components/third-party/other-sign-ins.tsx'
import { useStatus } from '../../lib/api/status.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useInvitation } from '../../lib/session/use-invitation.ts'
import { useText } from '../../lib/text/text.ts'
import { loginText } from './login.text.ts'
import { LoginForm } from './login-form.tsx'

export function LoginPage() {
  const t = useText(loginText)
  const status = useStatus()
  const { state } = useLocation()
  const [query] = useSearchParams()
  useDocumentTitle(t('submit'))
  useInvitation()

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
      {query.get('expired') === 'true' && <StatusMessage kind="warning">{t('expired')}</StatusMessage>}
      <LoginForm />
      {status && <OtherSignIns status={status} />}
    </AuthFrame>
  )
}
