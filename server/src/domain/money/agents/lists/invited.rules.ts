import type { AgentMonth, InvitedAccount } from '@turnpike/contract/money/agents/agent-api'
import type { Store } from '../../../../store/store.ts'
import { maskedName } from '../masked-name.ts'
import { countBothLevels, countJoined, readInvited, sumByPayer, sumShares } from './invited.queries.ts'

type Paging = { p: number; page_size: number }
type InvitedPage = { items: InvitedAccount[]; total: number; page: number; page_size: number }

export async function listInvited(store: Store, agent_id: number, { p, page_size }: Paging): Promise<InvitedPage> {
  const [rows, total] = await Promise.all([
    readInvited(store, agent_id, { p, page_size }),
    countBothLevels(store, agent_id),
  ])
  const brought = await sumByPayer(
    store,
    agent_id,
    rows.map(({ id }) => id),
  )
  const items = rows.map(({ id, kind, username, display_name, created_at, level }) => ({
    name: maskedName(kind === 'org' ? display_name : username),
    level,
    joined_at: created_at,
    ...(brought.get(id) ?? { base: 0, earned: 0 }),
  }))
  return { items, total, page: p, page_size }
}

const monthsShown = 12

/** The last twelve months, the present one first. A share counts in the month in which it was made. */
export async function listMonths(store: Store, agent_id: number, at: number): Promise<AgentMonth[]> {
  const today = new Date(at * 1000)
  const months = Array.from(
    { length: monthsShown },
    (_, ago) => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - ago)),
  )
  const starts = months.map((month) => month.getTime() / 1000)
  const [joined, shared] = await Promise.all([countJoined(store, agent_id, starts), sumShares(store, agent_id, starts)])
  return months.map((month, index) => {
    const people = joined.find((row) => Number(row.month) === index)
    const shares = shared.find((row) => Number(row.month) === index)
    return {
      month: month.toISOString().slice(0, 7),
      joined: Number(people?.joined ?? 0),
      converted: Number(people?.converted ?? 0),
      base: Number(shares?.base ?? 0),
      shares: Number(shares?.shares ?? 0),
      reversed: Number(shares?.reversed ?? 0),
    }
  })
}
