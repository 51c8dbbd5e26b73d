import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { LogOut } from 'lucide-react'
import { useRef } from 'react'
import { FormSection } from '../../../components/form/form-section.tsx'
import { OwnerDialog } from '../../../components/owner/owner-dialog.tsx'
import { LinkButton } from '../../../components/page/link-button.tsx'
import { RefreshButton } from '../../../components/page/refresh-button.tsx'
import { Sheet } from '../../../components/page/sheet.tsx'
import { ErrorState } from '../../../components/states/error-state.tsx'
import { useSelf } from '../../../lib/api/self.ts'
import { useSignOut } from '../../../lib/session/use-sign-out.ts'
import { SectionJumps } from '../form/section-list.tsx'
import { AccessTokenSection } from './access-token-section.tsx'
import { accountText } from './account.text.ts'
import { BalanceStrip } from './balance-strip.tsx'
import { BindingsSection } from './bindings/bindings-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { InvitationSection } from './invitation-section.tsx'
import { ModelsSection } from './models-section.tsx'
import { NotificationSection } from './notification/notification-section.tsx'
import { PasswordSection } from './password-section.tsx'
import styles from './personal.module.css'
import { ProfileSection } from './profile-section.tsx'
import { RemoveSection } from './remove-section.tsx'
import { securityText } from './security.text.ts'

/** The person's own account: balance, profile, sign-in methods and notifications. */
export function PersonalTab() {
  const sections = useRef<HTMLDivElement>(null)
  const { data: user, error, isError, isFetching, refetch } = useSelf()
  if (isError && !user)
    return (
      <Sheet>
        <ErrorState error={error} onRetry={refetch} retrying={isFetching} />
      </Sheet>
    )
  return (
    <div className={styles.tab}>
      <BalanceStrip user={user} />
      <div className={styles.columns}>
        <SectionJumps of={sections} />
        <div ref={sections} className={styles.sections}>
          <ProfileSection user={user} />
          <ModelsSection />
          <InvitationSection user={user} />
          <BindingsSection user={user} />
          <PasswordSection username={user?.username ?? ''} />
          <SecondFactorLink />
          <NotificationSection />
          <AccessTokenSection />
          <DevicesSection />
          <RemoveSection user={user} />
        </div>
      </div>
      <OwnerDialog />
    </div>
  )
}

export function PersonalActions() {
  const t = accountText.use()
  const self = useSelf()
  const signOut = useSignOut()
  const queries = useQueryClient()
  return (
    <>
      <RefreshButton onClick={() => queries.invalidateQueries({ type: 'active' })} busy={self.isFetching} />
      <Button icon={<LogOut />} loading={signOut.isPending} onClick={() => signOut.mutate()}>
        {t('signOut')}
      </Button>
    </>
  )
}

/** A link to the page of second factors. Its code is too much for this page. */
function SecondFactorLink() {
  const t = securityText.use()
  return (
    <FormSection title={t('secondFactor')} text={t('secondFactorText')}>
      <div>
        <LinkButton to="/setting/security">{t('secondFactorOpen')}</LinkButton>
      </div>
    </FormSection>
  )
}
