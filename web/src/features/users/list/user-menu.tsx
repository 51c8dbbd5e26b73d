import type { User } from '@turnpike/contract/identity/user'
import type { PersonAction } from '@turnpike/contract/identity/user-admin'
import {
  ArrowDownFromLine,
  ArrowUpFromLine,
  CirclePlay,
  CircleStop,
  FileText,
  Gauge,
  Trash2,
  Wallet,
} from 'lucide-react'
import { useState } from 'react'
import { RowMenu } from '../../../components/menu/row-menu.tsx'
import { useStatus } from '../../../lib/api/status.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { language } from '../../../lib/browser/preferences.ts'
import { refusalText } from '../../../lib/text/refusal-text.ts'
import { actionsFor, reasonAgainst } from './standing.ts'
import { useManageUser } from './use-manage-user.ts'
import { usersText } from './users.text.ts'

const ChangeBalance = lazyPart(async () => (await import('../balance/change-balance.tsx')).ChangeBalance)
const UserLimits = lazyPart(async () => (await import('../form/user-limits.tsx')).UserLimits)
const UserRecords = lazyPart(
  async () => (await import('../../../components/prompt-records/form/user-records.tsx')).UserRecords,
)

const icons = {
  promote: <ArrowUpFromLine />,
  demote: <ArrowDownFromLine />,
  disable: <CircleStop />,
  enable: <CirclePlay />,
}

/** The menu that changes a user's role and status. Every action except enabling needs a confirmation. */
export function UserMenu({ user, onDone }: { user: User; onDone?: (action: PersonAction) => void }) {
  const t = usersText.use()
  const spoken = language.use()
  const manage = useManageUser(user, onDone)
  const name = user.username
  const [isLimiting, setIsLimiting] = useState(false)
  const [isShowingRecords, setIsShowingRecords] = useState(false)
  const records = { key: 'records', label: t('records'), icon: <FileText />, onSelect: () => setIsShowingRecords(true) }
  const canRecord = useStatus()?.enable_prompt_records === true
  const [isChangingBalance, setIsChangingBalance] = useState(false)
  const balance = {
    key: 'balance',
    label: t('changeBalance'),
    icon: <Wallet />,
    onSelect: () => setIsChangingBalance(true),
  }
  const limits = { key: 'limits', label: t('limits'), icon: <Gauge />, onSelect: () => setIsLimiting(true) }

  function reasonFor(action: PersonAction) {
    const reason = reasonAgainst(action, user)
    return reason === 'cannotEnable' ? t(reason) : reason && refusalText(reason, spoken)
  }
  return (
    <>
      <RowMenu
        name={name}
        entries={[
          balance,
          limits,
          ...(canRecord ? [records] : []),
          ...actionsFor(user).map((action) => ({
            key: action,
            label: t(action),
            icon: icons[action],
            disabled: manage.isPending,
            reason: reasonFor(action),
            ...(action !== 'enable' && {
              confirm: { question: t(`${action}Question`, { name }), explanation: t(`${action}Text`) },
            }),
            onSelect: () => manage.mutate(action),
          })),
        ]}
        removal={{
          verb: t('delete'),
          icon: <Trash2 />,
          disabled: manage.isPending,
          reason: reasonFor('delete'),
          question: t('deleteQuestion', { name }),
          explanation: t('deleteText'),
          onConfirm: () => manage.mutate('delete'),
        }}
      />
      {isChangingBalance && <ChangeBalance user={user} onClose={() => setIsChangingBalance(false)} />}
      {isLimiting && <UserLimits user={user} onClosed={() => setIsLimiting(false)} />}
      {isShowingRecords && <UserRecords user={user} onClosed={() => setIsShowingRecords(false)} />}
    </>
  )
}
