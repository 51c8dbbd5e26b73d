import { oidcApi } from '@turnpike/contract/identity/oidc'
import { call } from '../../lib/api/call.ts'
import { invitation } from '../../lib/session/invitation.ts'

/** Leaves for the sign-in page of an identity provider, which returns to `/oauth/oidc/{slug}`. */
export async function leaveForOidc(slug: string): Promise<void> {
  const { address } = await call(oidcApi.begin, { params: { slug }, body: { aff: invitation.get() ?? '' } })
  window.location.assign(address)
}
