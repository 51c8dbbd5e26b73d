import type { User } from '@turnpike/contract/identity/user'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import type { AskedAction } from '../../../lib/address/asked-action.ts'
import { ChangeBalance } from '../balance/change-balance.tsx'
import { useManageUser } from './use-manage-user.ts'
import { usersText } from './users.text.ts'

type AskedOfUserProps = { user: User; action: AskedAction; onClosed: () => void }

/** Asks to confirm the action on a user that the address names. */
export function AskedOfUser({ user, action, onClosed }: AskedOfUserProps) {
  if (action.verb === 'balance') return <ChangeBalance user={user} amount={action.amount} onClose={onClosed} />
  return <DisableUser user={user} onClosed={onClosed} />
}

function DisableUser({ user, onClosed }: Omit<AskedOfUserProps, 'action'>) {
  const t = usersText.use()
  const manage = useManageUser(user)
  return (
    <ConfirmDialog
      title={t('disableQuestion', { name: user.username })}
      text={t('disableText')}
      verb={t('disable')}
      busy={manage.isPending}
      onConfirm={() => manage.mutate('disable', { onSettled: onClosed })}
      onCancel={onClosed}
    />
  )
}
