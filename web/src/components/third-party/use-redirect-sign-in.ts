import { useMutation } from '@tanstack/react-query'
import type { RedirectProvider } from './authorize-address.ts'
import { leaveForProvider } from './leave-for-provider.ts'

/** Signs in at GitHub or LinuxDO. */
export function useRedirectSignIn() {
  const { mutate, isPending, isSuccess, variables } = useMutation({
    mutationFn: ({ provider, clientId }: { provider: RedirectProvider; clientId: string }) =>
      leaveForProvider(provider, clientId),
  })
  return {
    start: (provider: RedirectProvider, clientId: string) => mutate({ provider, clientId }),
    /** The one being left for; it stays so until the provider's page takes over. */
    pending: isPending || isSuccess ? variables?.provider : undefined,
  }
}
