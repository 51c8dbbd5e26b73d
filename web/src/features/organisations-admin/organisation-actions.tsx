import type { AdminOrg } from '@turnpike/contract/identity/organisation-api'
import { CirclePlay, CircleStop, Trash2, Wallet } from 'lucide-react'
import { useState } from 'react'
import { QuietButton } from '../../components/buttons/quiet-button.tsx'
import { RowMenu } from '../../components/menu/row-menu.tsx'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import layoutStyles from '../../components/style/layout.module.css'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { organisationsText } from './organisations.text.ts'
import { useUpdateOrganisation } from './use-organisations.ts'

const ChangeOrgBalance = lazyPart(async () => (await import('./change-org-balance.tsx')).ChangeOrgBalance)
const DeleteOrganisation = lazyPart(async () => (await import('./delete-organisation.tsx')).DeleteOrganisation)

type OrganisationActionsProps = { org: AdminOrg; onOpen: (org: AdminOrg) => void }

/** The actions of a row: none for a deleted organisation but to look at it. */
export function OrganisationActions({ org, onOpen }: OrganisationActionsProps) {
  const t = organisationsText.use()
  const [asked, setAsked] = useState<'balance' | 'disable' | 'delete'>()
  const { name, state } = org
  const isDisabling = state === 'active'
  const switching = useUpdateOrganisation(org, () => {
    toast.success(t(isDisabling ? 'disabledOne' : 'enabledOne', { name }))
    setAsked(undefined)
  })
  const isGone = state === 'deleted'
  return (
    <span className={layoutStyles.rowActions}>
      <QuietButton onClick={() => onOpen(org)}>{t(isGone ? 'details' : 'edit')}</QuietButton>
      {!isGone && (
        <RowMenu
          name={name}
          entries={[
            { key: 'balance', label: t('changeBalance'), icon: <Wallet />, onSelect: () => setAsked('balance') },
            {
              key: 'state',
              label: t(isDisabling ? 'disable' : 'enable'),
              icon: isDisabling ? <CircleStop /> : <CirclePlay />,
              disabled: switching.isPending,
              onSelect: () => (isDisabling ? setAsked('disable') : switching.mutate({ is_enabled: true })),
            },
            { key: 'delete', label: t('delete'), icon: <Trash2 />, danger: true, onSelect: () => setAsked('delete') },
          ]}
        />
      )}
      {asked === 'balance' && <ChangeOrgBalance org={org} onClose={() => setAsked(undefined)} />}
      {asked === 'disable' && (
        <ConfirmDialog
          title={t('disableQuestion', { name })}
          text={t('disableText')}
          verb={t('disable')}
          busy={switching.isPending}
          onConfirm={() => switching.mutate({ is_enabled: false })}
          onCancel={() => setAsked(undefined)}
        />
      )}
      {asked === 'delete' && <DeleteOrganisation org={org} onClose={() => setAsked(undefined)} />}
    </span>
  )
}
