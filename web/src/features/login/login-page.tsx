import type { Status } from '@turnpike/contract/status'
import { defaultRoot } from '@turnpike/contract/user'
import { Suspense } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { AuthFrame } from '../../components/auth-page/auth-frame.tsx'
import { StatusMessage } from '../../components/auth-page/status-message.tsx'
import { setupShown, setupSkipped, useSetup } from '../../lib/api/setup.ts'
import { useStatus } from '../../lib/api/status.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useInvitation } from '../../lib/session/use-invitation.ts'
import { useText } from '../../lib/text/text.ts'
import { loginText } from './login.text.ts'
import { LoginForm } from './login-form.tsx'

// Lazy: most installations have none, and this page must be light.
const OtherSignIns = lazyPart(
  async () => (await import('../../components/third-party/other-sign-ins.tsx')).OtherSignIns,
)
const hasOtherSignIn = ({ github_oauth, linuxdo_oauth, telegram_oauth, wechat_login }: Status) =>
  github_oauth || linuxdo_oauth || telegram_oauth || wechat_login

export function LoginPage() {
  const t = useText(loginText)
  const status = useStatus()
  const { state } = useLocation()
  const [query] = useSearchParams()
  useDocumentTitle(t('submit'))
  useInvitation()
  const setup = useSetup().data
  const isExpired = query.get('expired') === 'true'
  const wasOffered = setupShown.use() || setupSkipped.use()
  // Who asked for a page of the console sets the password first. The sign-in page itself stays: the default password works there.
  if (setup?.state === 'needed' && state?.from !== undefined && !wasOffered && !isExpired)
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
      {setup?.default_sign_in && (
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
      <Suspense>{status && hasOtherSignIn(status) && <OtherSignIns status={status} />}</Suspense>
    </AuthFrame>
  )
}
