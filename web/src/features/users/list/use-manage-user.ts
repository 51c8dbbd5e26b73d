import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { User } from '@turnpike/contract/identity/user'
import { type PersonAction, userAdminApi } from '@turnpike/contract/identity/user-admin'
import { useUndoToast } from '../../../components/history/use-undo.ts'
import { call } from '../../../lib/api/call.ts'
import { showChange } from '../use-users.ts'
import { usersText } from './users.text.ts'

const done = {
  promote: 'promoted',
  demote: 'demoted',
  disable: 'disabled',
  enable: 'enabled',
  delete: 'deleted',
} as const satisfies Record<PersonAction, keyof (typeof usersText)['en']>

/** Changes a user's role or status; rows show the user that the server returned. A refusal is shown in the server's words. */
export function useManageUser({ id, username }: User, onDone?: (action: PersonAction) => void) {
  const t = usersText.use()
  const told = useUndoToast((actId) => call(userAdminApi.undo, { body: { id: actId } }), 'users')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (action: PersonAction) => call(userAdminApi.manage, { body: { id, action } }),
    onSuccess: ({ data: standing, undo_id }, action) => {
      const cancelled = action === 'delete' && { DeletedAt: new Date().toISOString() }
      showChange(queries, id, { ...standing, ...cancelled })
      told(t(done[action], { name: username }), action === 'enable' ? undefined : undo_id)
      onDone?.(action)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['users'] }),
  })
}
