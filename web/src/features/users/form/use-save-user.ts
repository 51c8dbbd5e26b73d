import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@turnpike/contract/endpoint'
import type { User } from '@turnpike/contract/identity/user'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { useListChange } from '../../../components/list-page/use-page-query.ts'
import { call } from '../../../lib/api/call.ts'
import { session } from '../../../lib/session/session.ts'
import { showChange } from '../use-users.ts'

type Callbacks = { onDone: (user: User) => void; onError: (error: Error) => void }

export const useAddUser = (callbacks: Callbacks) =>
  useListChange(
    'users',
    (body: InputOf<typeof userAdminApi.create>['body']) => call(userAdminApi.create, { body }),
    callbacks,
  )

export function useSaveUser({ onDone, onError }: Callbacks) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<typeof userAdminApi.update>['body']) => call(userAdminApi.update, { body }),
    onSuccess: (user) => {
      showChange(queries, user.id, user)
      onDone(user)
    },
    onError,
    onSettled: (user) => {
      if (user?.id === session.get()?.id) queries.invalidateQueries({ queryKey: ['self'] })
      return queries.invalidateQueries({ queryKey: ['users'] })
    },
  })
}
