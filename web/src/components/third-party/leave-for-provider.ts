import { oauthApi } from '@turnpike/contract/identity/oauth'
import { call } from '../../lib/api/call.ts'
import { invitation } from '../../lib/session/invitation.ts'
import { authorizeAddress, type RedirectProvider } from './authorize-address.ts'

/** Fetches a one-time state, then leaves for the provider's page, which returns to `/oauth/{provider}`. */
export async function leaveForProvider(provider: RedirectProvider, clientId: string): Promise<void> {
  const state = await call(oauthApi.state, { query: { aff: invitation.get() } })
  // This tab, not a new one: pop-up blockers stop windows opened after a response.
  window.location.assign(authorizeAddress(provider, clientId, state))
}
