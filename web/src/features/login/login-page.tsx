import { CircleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useStatus } from '../../lib/status.ts'
import { useText } from '../../lib/text.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { GateFrame } from './gate-frame.tsx'
import { invitation } from './invitation.ts'
import styles from './login.module.css'
import { loginText } from './login.text.ts'
import { LoginForm } from './login-form.tsx'
import { OtherSignIns } from './other-sign-ins.tsx'

export function LoginPage() {
  const t = useText(loginText)
  const status = useStatus()
  const [query] = useSearchParams()
  useDocumentTitle(t('submit'))
  const code = query.get('aff')

  useEffect(() => {
    if (code) invitation.set(code)
  }, [code])

  return (
    <GateFrame>
      <h1 className={styles.title}>{t('title', { name: status?.system_name || 'Turnpike' })}</h1>
      <p className={styles.lead}>
        {t('noAccount')} <Link to="/register">{t('register')}</Link>
      </p>
      {query.get('expired') === 'true' && (
        <p role="status" className={styles.notice}>
          <CircleAlert aria-hidden />
          {t('expired')}
        </p>
      )}
      <LoginForm />
      {status && <OtherSignIns status={status} />}
    </GateFrame>
  )
}
