import { AuthFrame } from '../../components/auth-page/auth-frame.tsx'
import { CopyButton } from '../../components/copy/copy-button.tsx'
import { LinkButton } from '../../components/page/link-button.tsx'
import { useText } from '../../lib/text/text.ts'
import styles from './new-password.module.css'
import { resetText } from './reset.text.ts'

/** The password that was just made, this once. */
export function NewPassword({ password }: { password: string }) {
  const t = useText(resetText)
  return (
    <AuthFrame title={t('doneTitle')} lead={t('doneLead')}>
      <div className={styles.password}>
        <code>{password}</code>
        <CopyButton text={password} name={t('password')} />
      </div>
      <LinkButton type="primary" size="large" block to="/login">
        {t('signIn')}
      </LinkButton>
    </AuthFrame>
  )
}
