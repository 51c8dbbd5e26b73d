import { useMutation } from '@tanstack/react-query'
import { oauthApi } from '@turnpike/contract/oauth'
import { useToast } from '../../components/toast.tsx'
import { call } from '../../lib/call.ts'
import { authorizeAddress, type RedirectProvider } from './authorize-address.ts'
import { invitation } from './invitation.ts'

/** Signs in at GitHub or LinuxDO: fetch a one-time state, then leave for the provider's page. */
export function useRedirectSignIn() {
  const toast = useToast()
  const { mutate, isPending, isSuccess, variables } = useMutation({
    mutationFn: async ({ provider, clientId }: { provider: RedirectProvider; clientId: string }) => {
      const state = await call(oauthApi.state, { query: { aff: invitation.get() } })
      // This tab, not a new one: a window opened after an answer arrives is what pop-up blockers stop.
      window.location.assign(authorizeAddress(provider, clientId, state))
    },
    onError: (error) => toast.error(error.message),
  })
  return {
    start: (provider: RedirectProvider, clientId: string) => mutate({ provider, clientId }),
    /** The one being left for; it stays so until the provider's page takes over. */
    pending: isPending || isSuccess ? variables?.provider : undefined,
  }
}
