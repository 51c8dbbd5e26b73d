import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'

export type RelyingParty = { id: string; name: string; origin: string }

/**
 * The site that passkeys are made for: the host of the configured server address, never that of a request. Browsers
 * refuse a page at another address before they prompt the user.
 */
export function relyingParty({ options }: Pick<Deps, 'options'>, request: FastifyRequest): RelyingParty {
  const { ServerAddress, SystemName } = options.current()
  const { hostname, origin } = ServerAddress ? new URL(ServerAddress) : { hostname: '', origin: '' }
  // Browsers make no passkeys for an address without a name.
  if (!hostname || isIP(hostname.replace(/^\[|\]$/g, ''))) throw new AppError('passkey_no_address')
  if (request.headers.origin !== origin) throw new AppError('passkey_other_address', { params: { address: origin } })
  return { id: hostname, name: SystemName, origin }
}
