import { useRef } from 'react'
import { OwnerDialog } from '../../../components/owner/owner-dialog.tsx'
import { Sheet } from '../../../components/page/sheet.tsx'
import { ErrorState } from '../../../components/states/error-state.tsx'
import { useSelf } from '../../../lib/api/self.ts'
import { BalanceStrip } from './balance-strip.tsx'
import { BindingsSection } from './bindings/bindings-section.tsx'
import { InvitationSection } from './invitation/invitation-section.tsx'
import { ModelsSection } from './models-section.tsx'
import { NotificationSection } from './notification/notification-section.tsx'
import styles from './personal.module.css'
import { ProfileSection } from './profile-section.tsx'
import { SectionJumps } from './section-jumps.tsx'
import { AccessTokenSection } from './security/access-token-section.tsx'
import { DevicesSection } from './security/devices-section.tsx'
import { PasswordSection } from './security/password-section.tsx'
import { RemoveSection } from './security/remove-section.tsx'
import { SecondFactorLink } from './security/second-factor-link.tsx'

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
