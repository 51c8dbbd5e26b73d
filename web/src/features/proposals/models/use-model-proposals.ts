import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf, ResultOf } from '@turnpike/contract/endpoint'
import { pageSizeMax } from '@turnpike/contract/page-sizes'
import { type ModelProposal, modelListApi, type NewIgnored } from '@turnpike/contract/routing/model-lists'
import { useListChange } from '../../../components/list-page/use-page-query.ts'
import { call } from '../../../lib/api/call.ts'

/** The first member of the keys of all queries about model lists: an undone act reloads them. */
export const modelListsKey = 'model lists'
const proposalsKey = [modelListsKey, 'proposals']

type Query = Omit<InputOf<typeof modelListApi.proposals>['query'], 'p' | 'page_size'>
export type ModelAct = InputOf<typeof modelListApi.act>['body'] & { ids: number[] }
export type ActOutcome = ResultOf<typeof modelListApi.act>
type Loaded = { items: ModelProposal[]; total: number; counts: { appeared: number; vanished: number; ignored: number } }

/** More rows than anybody decides in one sitting; the next ones come when these are decided. */
const pagesMax = 5

async function loadProposals(query: Query): Promise<Loaded> {
  const items: ModelProposal[] = []
  for (let p = 1; ; p++) {
    const { data, counts } = await call(modelListApi.proposals, { query: { ...query, p, page_size: pageSizeMax } })
    items.push(...data.items)
    const isAll = items.length >= data.total || data.items.length === 0
    if (isAll || p === pagesMax) return { items, total: data.total, counts }
  }
}

export const useModelProposals = (query: Query) =>
  useQuery({
    queryKey: [...proposalsKey, query],
    queryFn: () => loadProposals(query),
    placeholderData: keepPreviousData,
  })

/** Decides proposals. Their rows leave the list at once; those that stay come back with the next load. */
export function useModelAct(onDone: (outcome: ActOutcome, act: ModelAct) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (act: ModelAct) => call(modelListApi.act, { body: act }),
    // One after the other: the list on the server changes in the order of the keys pressed.
    scope: { id: 'model proposals' },
    async onMutate({ ids }) {
      await queries.cancelQueries({ queryKey: proposalsKey })
      const gone = new Set(ids)
      queries.setQueriesData<Loaded>({ queryKey: proposalsKey }, (loaded) => {
        if (!loaded) return loaded
        const items = loaded.items.filter(({ id }) => !gone.has(id))
        return { ...loaded, items, total: loaded.total - (loaded.items.length - items.length) }
      })
    },
    onSuccess(outcome, act) {
      onDone(outcome, act)
      const lists = queries.getQueriesData<Loaded>({ queryKey: proposalsKey })
      const isShort = lists.some(([, loaded]) => loaded && loaded.items.length === 0 && loaded.total > 0)
      if (act.act === 'open' || outcome.data.skipped.length > 0 || isShort)
        void queries.invalidateQueries({ queryKey: proposalsKey })
    },
    onSettled: (_, error) =>
      Promise.all(
        [[modelListsKey, 'channels'], ['channels'], ['pricing'], ...(error ? [proposalsKey] : [])].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

/** Ignores names that match a pattern; their proposals leave the list with the next load. */
export const useIgnorePattern = (onDone: () => void) =>
  useListChange(modelListsKey, (body: NewIgnored) => call(modelListApi.ignore, { body }), { onDone })
