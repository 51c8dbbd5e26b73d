import { useQuery } from '@tanstack/react-query'
import { type OrgAct, type OrgRole, orgMay } from '@turnpike/contract/identity/organisation'
import { orgApi } from '@turnpike/contract/identity/organisation-api'
import type { RunningPlan } from '@turnpike/contract/identity/user'
import { useEffect } from 'react'
import { knownOrg, loseOrg, org, rememberOrg } from '../session/org-context.ts'
import { session } from '../session/session.ts'
import { CallError, call } from './call.ts'
import { useSelf } from './self.ts'

/** The interval in which an open page shows a spend of other members, a new role, or a removal. */
const refetchMs = 10_000

/** The organisation that this tab acts for, with its balance where the user may see it. */
export function useOrg() {
  const id = org.use()
  const user = session.use()
  return useQuery({
    queryKey: ['org', id, 'facts'],
    queryFn: () => call(orgApi.show, { params: { id: String(id) } }),
    enabled: id !== undefined && user !== undefined,
    refetchInterval: refetchMs,
  })
}

/** Keeps what the tab knows of its organisation up to date, and leaves it when the user is no member any more. */
export function useOrgWatch(): void {
  const id = org.use()
  const { data, error } = useOrg()
  const isLost = error instanceof CallError && error.code === 'org_missing'
  useEffect(() => {
    if (data) rememberOrg(data)
  }, [data])
  useEffect(() => {
    if (isLost && id !== undefined) loseOrg(id)
  }, [isLost, id])
}

export type Seat = {
  id: number
  /** Empty until it is known. */
  name: string
  role: OrgRole | undefined
  /** Nothing is allowed until the role is known. */
  may: (act: OrgAct) => boolean
}

/** The user's place in the organisation that this tab acts for; undefined where users act for themselves. */
export function useSeat(): Seat | undefined {
  const id = org.use()
  const known = knownOrg.use()
  if (id === undefined) return undefined
  const role = known?.id === id ? known.role : undefined
  return {
    id,
    name: known?.id === id ? known.name : '',
    role,
    may: (act) => role !== undefined && orgMay(role, act),
  }
}

/** The group whose prices apply where none is chosen: the organisation's, or the user's own. Empty until it is known. */
export function useOwnGroup(): string {
  const isForOrg = org.use() !== undefined
  const user = session.use()
  const shown = useOrg()
  return (isForOrg ? shown.data?.group : user?.group) ?? ''
}

/** Whether the lists of the organisation hold the rows of all its members, and not the user's own alone. */
export const useSeesMembers = (): boolean => useSeat()?.may('watch') === true

type Balance = {
  quota: number
  held: number
  used_quota: number
  request_count: number
  group: string
  /** The running plans of a user. Those of organisations are on the wallet page. */
  plans?: readonly RunningPlan[] | undefined
}

/**
 * The account that pays for what is done in this tab: the organisation's or the user's own. `isHidden`: the user may
 * not see the balance of the organisation.
 */
export function usePayer(): { data: Balance | undefined; error: Error | null; isHidden: boolean } {
  const isForOrg = org.use() !== undefined
  const self = useSelf()
  const shown = useOrg()
  if (!isForOrg) return { data: self.data, error: self.error, isHidden: false }
  const { balance, group = '' } = shown.data ?? {}
  return {
    data: balance && { ...balance, group },
    error: shown.error,
    isHidden: shown.data !== undefined && balance === undefined,
  }
}
