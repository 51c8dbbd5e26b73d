import { formatCount } from '@turnpike/contract/quota'
import type { User } from '@turnpike/contract/user'
import { Fact, Facts } from '../../components/facts.tsx'
import { Money } from '../../components/money.tsx'
import { Sheet } from '../../components/sheet.tsx'
import { useText } from '../../lib/text.ts'
import { useRoleName } from '../../lib/use-role-name.ts'
import { accountText } from './account.text.ts'

/** The sheets are there from the start; their values arrive. */
export function AccountFacts({ user }: { user: User | undefined }) {
  const t = useText(accountText)
  const roleName = useRoleName()
  return (
    <>
      <Sheet title={t('account')}>
        <Facts>
          <Fact name={t('username')}>{user?.username}</Fact>
          <Fact name={t('displayName')}>{user && (user.display_name || '—')}</Fact>
          <Fact name={t('role')}>{user && roleName(user.role)}</Fact>
          <Fact name={t('group')}>{user?.group}</Fact>
        </Facts>
      </Sheet>
      <Sheet title={t('money')}>
        <Facts>
          <Fact name={t('balance')}>{user && <Money quota={user.quota} />}</Fact>
          <Fact name={t('used')}>{user && <Money quota={user.used_quota} />}</Fact>
          <Fact name={t('requests')}>{user && formatCount(user.request_count)}</Fact>
        </Facts>
      </Sheet>
    </>
  )
}
