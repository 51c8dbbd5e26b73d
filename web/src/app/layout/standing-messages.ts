import type { SignedIn } from '@turnpike/contract/identity/user'
import { role } from '@turnpike/contract/identity/user'
import { setupOver, setupQuery } from '../../lib/api/setup.ts'
import { queryClient } from '../query-client.ts'
import { failingQuery, lossesQuery } from './message-queries.ts'

/** Longer than this no page waits for a message that may stand above it. */
const patienceMs = 1000

let awaited: { userId: number; known: Promise<unknown> } | undefined

/**
 * Resolves when it is known which messages stand above the pages of this user. A page that is drawn before would move down when they
 * arrive.
 */
export function messagesKnown(user: SignedIn): Promise<unknown> {
  if (awaited?.userId !== user.id) {
    const patience = new Promise((done) => setTimeout(done, patienceMs))
    awaited = { userId: user.id, known: Promise.race([loadMessages(user), patience]) }
  }
  return awaited.known
}

async function loadMessages({ id, role: level }: SignedIn) {
  if (level < role.admin) return
  const setup =
    level === role.root && !setupOver.get() ? queryClient.prefetchQuery(setupQuery({ userId: id })) : undefined
  await queryClient.prefetchQuery(failingQuery)
  const failing = queryClient.getQueryData(failingQuery.queryKey)
  if (failing?.below_cost) await Promise.all([queryClient.prefetchQuery(lossesQuery), import('./loss-banner.tsx')])
  await setup
}
