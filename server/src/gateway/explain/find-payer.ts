import { orgMay } from '@turnpike/contract/identity/organisation'
import { role, userStatus } from '@turnpike/contract/identity/user'
import type { routeExplainApi } from '@turnpike/contract/routing/route-explain'
import type { z } from 'zod'
import { findTokenWithOwnerById } from '../../domain/identity/tokens/tokens.queries.ts'
import { isAbove } from '../../domain/identity/user-admin/authority.ts'
import { findUser } from '../../domain/identity/users/users.queries.ts'
import { findPayingPlans } from '../../domain/money/plans/paying-plans.queries.ts'
import type { PayingPlans } from '../../domain/money/plans/paying-plans.ts'
import { findUserLimits } from '../../domain/routing/limits/limits.queries.ts'
import { AppError } from '../../http/app-error.ts'
import { accountOf, type Caller, type Seat } from '../../http/caller.ts'
import type { Store } from '../../store/store.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import {
  callerOfToken,
  effectiveGroup,
  faultOfSeat,
  faultOfToken,
  isBanned,
  mayUseGroup,
  plansOf,
  type RelayCaller,
  type TokenRow,
} from '../entry/key/authenticate.ts'
import { sessionCaller } from '../entry/key/session-caller.ts'
import type { Snapshot } from '../routing/snapshot.ts'

export type ExplainRequest = z.output<typeof routeExplainApi.explain.body>

/** Whose call is explained. */
export type Payer = {
  caller: RelayCaller
  /** Only a group is explained: no token, balance or limit is read. */
  isNobody: boolean
  /** The token allows some addresses only. */
  hasAddresses: boolean
  /** Throws the Refusal of a token or user that cannot call at all. */
  check(now: number): void
  /** The group whose channels and prices apply. Throws the Refusal of one that may not be used. */
  group(snapshot: Snapshot): string
}

/** Users may explain their own calls and tokens; administrators those of every user below them, and every group. */
export async function findPayer(store: Store, viewer: Caller, requested: ExplainRequest, at: number): Promise<Payer> {
  const { token_id, user_id, group } = requested
  if (token_id !== undefined && (user_id !== undefined || group !== undefined)) throw new AppError('invalid_parameter')
  const pin = requested.channel_id === undefined ? undefined : String(requested.channel_id)
  if (token_id !== undefined) {
    const row = await findVisibleToken(store, viewer, token_id)
    return payerOfToken(row, await plansOf(store, row, at), pin)
  }
  const isAdmin = viewer.role >= role.admin && !viewer.org
  if (user_id === undefined && group !== undefined && isAdmin) return nobodyIn(group, pin)
  const person =
    user_id === undefined || user_id === viewer.id ? viewer : await findVisiblePerson(store, viewer, user_id)
  return payerOfPerson(person, group ?? '', await findPayingPlans(store, accountOf(person), at), pin)
}

async function findVisibleToken(store: Store, viewer: Caller, id: number): Promise<TokenRow> {
  const row = await findTokenWithOwnerById(store, id)
  if (viewer.org) return ofMember(viewer, viewer.org, row)
  if (!row || (row.user_id !== viewer.id && viewer.role < role.admin)) throw new AppError('not_found')
  if (row.user_id !== viewer.id && !isAbove(viewer, row)) throw new AppError('user_read_forbidden')
  return row
}

/** In an organisation the member's own tokens, and those of all members for who manages it. */
function ofMember({ id }: Caller, org: Seat, row: TokenRow | undefined): TokenRow {
  if (!row || row.user_id !== org.id || !(row.caller_id === id || orgMay(org.role, 'manage')))
    throw new AppError('not_found')
  return row
}

type Person = Pick<Caller, 'id' | 'username' | 'role' | 'status' | 'group' | 'limits' | 'org'>

async function findVisiblePerson(store: Store, viewer: Caller, id: number): Promise<Person> {
  if (viewer.role < role.admin || viewer.org) throw new AppError('user_read_forbidden')
  const person = await findUser(store, id)
  if (!person || person.deleted_at !== null) throw new AppError('user_missing')
  if (!isAbove(viewer, person)) throw new AppError('user_read_forbidden')
  return { ...person, limits: await findUserLimits(store, id) }
}

function payerOfToken(row: TokenRow, plans: PayingPlans | undefined, pin: string | undefined): Payer {
  const caller = callerOfToken(row, plans, pin)
  return {
    caller,
    isNobody: false,
    hasAddresses: row.allow_ips.trim() !== '',
    check(now) {
      const fault = faultOfToken(row, now)
      if (fault) throw new Refusal(fault.code, { params: { key: row.name } })
      if (isBanned(row)) throw new Refusal('user_banned')
      const seat = faultOfSeat(row)
      if (seat) throw seat
    },
    group: (snapshot) => effectiveGroup(row.group, row.user_group, snapshot),
  }
}

function payerOfPerson(person: Person, wanted: string, plans: PayingPlans | undefined, pin: string | undefined): Payer {
  const own = person.org?.group ?? person.group
  return {
    caller: sessionCaller(person, wanted || own, plans, pin),
    isNobody: false,
    hasAddresses: false,
    check() {
      if (person.status !== userStatus.enabled) throw new Refusal('user_banned')
    },
    group(snapshot) {
      if (wanted !== own && !mayUseGroup(person.org?.member.groups ?? '', wanted))
        throw new Refusal('group_forbidden', { params: { group: wanted } })
      return effectiveGroup(wanted, own, snapshot)
    },
  }
}

const nobodyIn = (group: string, pin: string | undefined): Payer => ({
  caller: {
    ...{
      user_id: 0,
      account_id: 0,
      username: '',
      role: role.admin,
      token_id: 0,
      token_name: '',
      unlimited: true,
      group,
      own_group: group,
    },
    ...{ models: undefined, pin, limits: undefined, record: undefined, plans: undefined },
  },
  isNobody: true,
  hasAddresses: false,
  check() {},
  group: () => group,
})
