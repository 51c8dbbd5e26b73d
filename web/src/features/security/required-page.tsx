import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { OwnerDialog } from '../../components/owner/owner-dialog.tsx'
import { Page } from '../../components/page/page.tsx'
import { Callout } from '../../components/states/callout.tsx'
import { firstPage } from '../../lib/session/first-page.ts'
import { secondFactorMissing } from '../../lib/session/session.ts'
import { useSignOut } from '../../lib/session/use-sign-out.ts'
import { SecondFactorSections } from './second-factor-sections.tsx'
import styles from './security.module.css'
import { securityPageText } from './security-page.text.ts'
import { useSecondFactors } from './use-second-factors.ts'

/** Shown to users who must set up a second factor first. */
export function RequiredPage() {
  const t = securityPageText.use()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { data } = useSecondFactors()
  const isDone = data !== undefined && (data.totp || data.passkeys > 0)
  function goOn() {
    secondFactorMissing.set(false)
    void navigate(firstPage(), { replace: true })
  }
  return (
    <div className={styles.required}>
      <Page
        title={t('requiredTitle')}
        width="form"
        actions={
          <>
            <Button loading={signOut.isPending} onClick={() => signOut.mutate()}>
              {t('signOut')}
            </Button>
            {isDone && (
              <Button type="primary" onClick={goOn}>
                {t('goOn')}
              </Button>
            )}
          </>
        }
      >
        <Callout tone={isDone ? 'success' : 'warning'} title={t(isDone ? 'requiredDone' : 'requiredText')} />
        <div className={styles.sections}>
          <SecondFactorSections />
        </div>
        <OwnerDialog />
      </Page>
    </div>
  )
}
