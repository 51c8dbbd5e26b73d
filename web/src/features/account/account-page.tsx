import { Button } from 'antd'
import { LogOut } from 'lucide-react'
import { ErrorState } from '../../components/error-state.tsx'
import { Page } from '../../components/page.tsx'
import { RefreshButton } from '../../components/refresh-button.tsx'
import { Sheet } from '../../components/sheet.tsx'
import { useSelf } from '../../lib/self.ts'
import { useText } from '../../lib/text.ts'
import { useSignOut } from '../../lib/use-sign-out.ts'
import { accountText } from './account.text.ts'
import { AccountFacts } from './account-facts.tsx'

/** The person's own account: who they are here, what they have left and what they used. */
export function AccountPage() {
  const t = useText(accountText)
  const self = useSelf()
  const signOut = useSignOut()
  return (
    <Page
      title={t('title')}
      width="form"
      actions={
        <>
          <RefreshButton onClick={self.refetch} busy={self.isFetching} />
          <Button icon={<LogOut />} loading={signOut.isPending} onClick={() => signOut.mutate()}>
            {t('signOut')}
          </Button>
        </>
      }
    >
      {self.isError && !self.data ? (
        <Sheet>
          <ErrorState error={self.error} onRetry={self.refetch} retrying={self.isFetching} />
        </Sheet>
      ) : (
        <AccountFacts user={self.data} />
      )}
    </Page>
  )
}
