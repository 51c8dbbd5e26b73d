import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SavedView, savedViewApi, type ViewList } from '@turnpike/contract/system/saved-view'
import { call } from '../../lib/api/call.ts'
import { toast } from '../overlay/toast-list.ts'
import { viewsText } from './views.text.ts'

const staleMilliseconds = 5 * 60_000

/** The user's views of a list, by name. */
export const useViews = (list: ViewList) =>
  useQuery({
    queryKey: ['views', list],
    queryFn: () => call(savedViewApi.list, { query: { list } }),
    staleTime: staleMilliseconds,
  })

type NewView = Pick<SavedView, 'name' | 'query'> & { is_default?: boolean }
type ViewChange = { id: number; name?: string; is_default?: boolean }

/** Saves, changes and deletes views; the list of views is loaded again after each. */
export function useViewChanges(list: ViewList) {
  const t = viewsText.use()
  const queries = useQueryClient()
  const shared = { onSettled: () => queries.invalidateQueries({ queryKey: ['views', list] }) }
  const saving = useMutation({
    mutationFn: (view: NewView) => call(savedViewApi.create, { body: { list, ...view } }),
    onSuccess: () => toast.success(t('saved')),
    ...shared,
  })
  const changing = useMutation({
    mutationFn: (change: ViewChange) => call(savedViewApi.update, { body: change }),
    ...shared,
  })
  const removing = useMutation({
    mutationFn: ({ id }: SavedView) => call(savedViewApi.remove, { params: { id: String(id) } }),
    onSuccess: (_, { name, query, is_default }) =>
      toast.success(t('removed'), {
        action: { text: t('undo'), onPress: () => saving.mutate({ name, query, is_default }) },
      }),
    ...shared,
  })
  return { saving, changing, removing }
}
