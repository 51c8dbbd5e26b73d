import { useQuery } from '@tanstack/react-query'
import { type OrgAct, type OrgRole, orgMay } from '@turnpike/contract/identity/organisation'
import { type Organisation, orgApi } from '@turnpike/contract/identity/organisation-api'
import { knownOrg, loseOrg, org, rememberOrg } from '../session/org-context.ts'
import { session } from '../session/session.ts'
import { CallError, call } from './call.ts'
import { useSelf } from './self.ts'

export const orgsKey = ['organisations'] as const

/** The organisations of the signed-in user, with the user's role in each. */
export function useOrgs() {
  const user = session.use()
  return useQuery({
    queryKey: [...orgsKey, 'list', user?.id],
    queryFn: () => call(orgApi.list),
    enabled: user !== undefined,
    meta: { keptOnSwitch: true },
  })
}

/** The interval in which an open page shows a spend of other members, a new role, or a removal. */
const refetchMs = 10_000

/** The organisation that this tab acts for, with its balance where the user may see it. */
export function useOrg() {
  const id = org.use()
  const user = session.use()
  return useQuery<Organisation>({
    queryKey: [...orgsKey, 'shown', id, user?.id],
    queryFn: () => readOrg(id ?? 0),
    enabled: id !== undefined && user !== undefined,
    refetchInterval: refetchMs,
  })
}

async function readOrg(id: number): Promise<Organisation> {
  try {
    const found = await call(orgApi.show, { params: { id: String(id) } })
    rememberOrg(found)
    return found
  } catch (error) {
    if (error instanceof CallError && error.code === 'org_missing') loseOrg(id)
    throw error
  }
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

type Balance = { quota: number; held: number; used_quota: number; request_count: number; group: string }

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
