import { role } from '@turnpike/contract/identity/user'
import { routeHeader } from '@turnpike/contract/usage/playground'
import type { FastifyReply } from 'fastify'

/** Names the channels that were tried to an administrator in the playground; no other caller may learn them. */
export function showRoute(reply: FastifyReply): void {
  const { relayCaller, failureContext } = reply.request
  const isAdmin = relayCaller?.token_id === 0 && relayCaller.role >= role.admin
  if (isAdmin && failureContext && failureContext.tried.length > 0)
    reply.header(routeHeader, failureContext.tried.join(', '))
}
