import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orgAdminApi } from '@turnpike/contract/identity/organisation-api'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { useState } from 'react'
import { call } from '../../lib/api/call.ts'
import { useDebounced } from '../../lib/timing/use-debounced.ts'
import { SelectField } from '../fields/choice-field.tsx'
import { subscriptionsText } from './subscriptions.text.ts'

/** A user or an organisation. */
export type Receiver = { id: number; name: string }

type Found = Receiver & { isOrg: boolean }

const atOnce = 10

/** The users and organisations, or the users alone, whose name or id matches. */
function useAccounts(typed: string, usersOnly: boolean) {
  const keyword = useDebounced(typed.trim())
  return useQuery({
    queryKey: ['receivers', keyword, usersOnly],
    queryFn: async () => {
      const query = { p: 1, page_size: atOnce, keyword }
      const [users, orgs] = await Promise.all([
        call(userAdminApi.search, { query }),
        usersOnly ? { items: [] } : call(orgAdminApi.list, { query: { ...query, state: 'active' } }),
      ])
      return [
        ...users.items.map(({ id, username }): Found => ({ id, name: username, isOrg: false })),
        ...orgs.items.map(({ id, name }): Found => ({ id, name, isOrg: true })),
      ]
    },
    placeholderData: keepPreviousData,
  })
}

type ReceiverFieldProps = {
  value: Receiver | undefined
  problem: string | undefined
  /** Without organisations. */
  usersOnly?: boolean
  onChange: (receiver: Receiver | undefined) => void
}

/** Finds a user or an organisation by name or id. */
export function ReceiverField({ value, problem, usersOnly = false, onChange }: ReceiverFieldProps) {
  const t = subscriptionsText.use()
  const [typed, setTyped] = useState('')
  const found = useAccounts(typed, usersOnly)
  const accounts = found.data ?? []
  return (
    <SelectField<number>
      label={t(usersOnly ? 'user' : 'receiver')}
      problem={problem}
      placeholder={t(usersOnly ? 'userPlaceholder' : 'receiverPlaceholder')}
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value?.id ?? null}
      labelRender={() => value?.name}
      options={accounts.map(({ id, name, isOrg }) => ({
        value: id,
        label: `${name} · ${isOrg ? `${t('organisation')} ` : ''}#${id}`,
      }))}
      onChange={(id) => onChange(accounts.find((account) => account.id === id))}
    />
  )
}
