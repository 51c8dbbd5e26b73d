import { ErrorState } from '../../../components/error-state.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { useSelf } from '../../../lib/self.ts'
import { AccessTokenSection } from './access-token-section.tsx'
import { BalanceStrip } from './balance-strip.tsx'
import { BindingsSection } from './bindings-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { InvitationSection } from './invitation-section.tsx'
import { ModelsSection } from './models-section.tsx'
import { NotificationSection } from './notification-section.tsx'
import { OwnerDialog } from './owner-dialog.tsx'
import { PasswordSection } from './password-section.tsx'
import styles from './personal.module.css'
import { ProfileSection } from './profile-section.tsx'
import { RemoveSection } from './remove-section.tsx'

/** The person's own account: what they have, who they are here, how they sign in and how they are told. */
export function PersonalTab() {
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
      <div className={styles.sections}>
        <ProfileSection user={user} />
        <ModelsSection />
        <InvitationSection user={user} />
        <BindingsSection user={user} />
        <PasswordSection username={user?.username ?? ''} />
        <NotificationSection />
        <AccessTokenSection />
        <DevicesSection />
        <RemoveSection user={user} />
      </div>
      <OwnerDialog />
    </div>
  )
}
