import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { LogOut } from 'lucide-react'
import { RefreshButton } from '../../../components/page/refresh-button.tsx'
import { useSelf } from '../../../lib/api/self.ts'
import { useSignOut } from '../../../lib/session/use-sign-out.ts'
import { useText } from '../../../lib/text/text.ts'
import { accountText } from './account.text.ts'

export function PersonalActions() {
  const t = useText(accountText)
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
