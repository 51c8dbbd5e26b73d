import { useQueryClient } from '@tanstack/react-query'
import { accountApi } from '@turnpike/contract/identity/self'
import { useToast } from '../../../../components/overlay/toast.tsx'
import { useOwnerMutation } from '../../../../components/owner/use-owner-mutation.ts'
import type { RedirectProvider } from '../../../../components/third-party/authorize-address.ts'
import { leaveForProvider } from '../../../../components/third-party/leave-for-provider.ts'
import { call } from '../../../../lib/api/call.ts'
import { useStatus } from '../../../../lib/api/status.ts'
import { useText } from '../../../../lib/text/text.ts'
import { bindingsText } from './bindings.text.ts'
import type { SignInMethod } from './use-sign-in-methods.ts'

/** Redirects to GitHub or LinuxDO, which redirect back to bind the account. */
export function useBindRedirect() {
  const status = useStatus()
  const clients = { github: status?.github_client_id ?? '', linuxdo: status?.linuxdo_client_id ?? '' }
  return useOwnerMutation(
    (provider: RedirectProvider) => leaveForProvider(provider, clients[provider]),
    () => {},
  )
}

export function useUnbind(onDone: () => void) {
  const t = useText(bindingsText)
  const toast = useToast()
  const refresh = useRefreshBindings()
  return useOwnerMutation(
    ({ binding }: SignInMethod) => call(accountApi.unbind, { params: { provider: binding } }),
    (_, { name }) => {
      toast.success(t('unbound', { name }))
      onDone()
      refresh()
    },
  )
}

/** Reloads what a changed binding affects: the user, and the mail address of notifications. */
export function useRefreshBindings() {
  const queries = useQueryClient()
  return () => {
    queries.invalidateQueries({ queryKey: ['self'] })
    queries.invalidateQueries({ queryKey: ['notification'] })
  }
}
