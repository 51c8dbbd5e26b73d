import { type OrgMember, orgApi } from '@turnpike/contract/identity/organisation-api'
import { usePageQuery } from '../../../components/list-page/use-page-query.ts'
import { call } from '../../../lib/api/call.ts'
import { orgKey, paramsOf } from '../use-org.ts'

/** A member with the id that lists ask of their rows. */
export type MemberRow = OrgMember & { id: number }

export const memberFilterNames = ['keyword', 'role', 'sort'] as const
/** In the address; an empty text is absent. */
export type MemberFilters = Record<(typeof memberFilterNames)[number], string>

const rowOf = (member: OrgMember): MemberRow => ({ ...member, id: member.user_id })

/** One page of the members that match. Those who may not see the others get themselves. */
export const useMembers = (org: number, filters: MemberFilters) =>
  usePageQuery([orgKey, org, 'members', ...Object.values(filters)], async (range) => {
    const page = await call(orgApi.members, { params: paramsOf(org), query: { ...range, ...filters } })
    return { ...page, items: page.items.map(rowOf) }
  })

/** The member of an address, by the exact name. A list of members has no call for one of them. */
export async function loadMember(org: number, name: string): Promise<MemberRow | undefined> {
  const { items } = await call(orgApi.members, { params: paramsOf(org), query: { keyword: name, page_size: 100 } })
  const found = items.find(({ username }) => username === name)
  return found && rowOf(found)
}

/** Page of the invitations of an organisation, newest first. */
export const useInvitations = (org: number) =>
  usePageQuery([orgKey, org, 'invitations'], (range) =>
    call(orgApi.invitations, { params: paramsOf(org), query: range }),
  )
