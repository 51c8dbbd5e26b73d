import { useQuery } from '@tanstack/react-query'
import { selfApi } from '@turnpike/contract/identity/self'
import { useBaseAddress } from '../../lib/address/use-base-address.ts'
import { call } from '../../lib/api/call.ts'

/** The invitation code of the user, and the link to register with it. */
export function useInvitationLink() {
  const address = useBaseAddress()
  return useQuery({
    queryKey: ['invitation code'],
    queryFn: () => call(selfApi.affiliateCode),
    select: (code) => ({ code, link: `${address}/register?${new URLSearchParams({ aff: code })}` }),
  })
}
