import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf, ResultOf } from '@turnpike/contract/endpoint'
import { priceBookApi } from '@turnpike/contract/money/price-book'
import { type PriceProposal, priceSourceApi } from '@turnpike/contract/money/price-sources'
import { pageSizeMax } from '@turnpike/contract/page-sizes'
import { call } from '../../../lib/api/call.ts'
import { exactly } from './price-lines.ts'

const proposalsKey = ['price proposals']
export const appliedKey = ['applied prices']
const sourcesKey = ['price sources']

type Query = Omit<InputOf<typeof priceSourceApi.proposals>['query'], 'p' | 'page_size'>
export type Decision = InputOf<typeof priceSourceApi.decide>['body']
export type Decided = ResultOf<typeof priceSourceApi.decide>
type Loaded = { items: PriceProposal[]; total: number }

/** More rows than anybody decides in one sitting; the next ones come when these are decided. */
const pagesMax = 5

/** Every proposal that matches, up to the first few hundred, so that the list needs no pages. */
async function loadProposals(query: Query): Promise<Loaded> {
  const items: PriceProposal[] = []
  for (let p = 1; p <= pagesMax; p++) {
    const page = await call(priceSourceApi.proposals, { query: { ...query, p, page_size: pageSizeMax } })
    items.push(...page.items)
    if (items.length >= page.total || page.items.length === 0) return { items, total: page.total }
    if (p === pagesMax) return { items, total: page.total }
  }
  return { items, total: items.length }
}

export const usePriceProposals = (query: Query) =>
  useQuery({
    queryKey: [...proposalsKey, query],
    queryFn: () => loadProposals(query),
    placeholderData: keepPreviousData,
  })

export const usePriceSources = () => useQuery({ queryKey: sourcesKey, queryFn: () => call(priceSourceApi.list) })

/** Decides proposals. Their rows leave the list at once; a refusal brings them back. */
export function useDecide(onDone: (decided: Decided, decision: Decision) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (decision: Decision) => call(priceSourceApi.decide, { body: decision }),
    // One after the other: the list on the server changes in the order of the keys pressed.
    scope: { id: 'price proposals' },
    async onMutate({ ids }) {
      await queries.cancelQueries({ queryKey: proposalsKey })
      const gone = new Set(ids)
      const models = new Set<string>()
      queries.setQueriesData<Loaded>({ queryKey: proposalsKey }, (loaded) => {
        if (!loaded) return loaded
        const items = loaded.items.filter(({ id }) => !gone.has(id))
        for (const { id, model } of loaded.items) if (gone.has(id)) models.add(model)
        return { items, total: loaded.total - (loaded.items.length - items.length) }
      })
      return { models }
    },
    onSuccess(decided, decision, { models }) {
      onDone(decided, decision)
      const lists = queries.getQueriesData<Loaded>({ queryKey: proposalsKey })
      const isShort = lists.some(([, loaded]) => loaded && loaded.items.length === 0 && loaded.total > 0)
      // Another source may propose a price for the same model, which now has other prices in force.
      const hasOthers = lists.some(([, loaded]) => loaded?.items.some(({ model }) => models.has(model)))
      if (decision.action === 'open' || decided.gone.length > 0 || isShort || hasOthers)
        void queries.invalidateQueries({ queryKey: proposalsKey })
    },
    onSettled: (_, error) => (error ? refreshSources(queries) : refreshPrices(queries)),
  })
}

/** What depends on prices in force is loaded again where it is shown. */
const refreshPrices = (queries: ReturnType<typeof useQueryClient>) =>
  Promise.all(
    [appliedKey, sourcesKey, ['options'], ['pricing'], ['unpriced']].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  )

/** A reading changes the source, its proposals and, within its range, prices. */
export const refreshSources = (queries: ReturnType<typeof useQueryClient>) =>
  Promise.all([queries.invalidateQueries({ queryKey: proposalsKey }), refreshPrices(queries)])

/** Restores the prices from before an applied change. */
export function useUndoApplied() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(priceSourceApi.undo, { params: { id: String(id) } }),
    onError: () => {}, // the caller shows the refusal
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: proposalsKey })
      await refreshPrices(queries)
    },
  })
}

/** Takes decisions back, so that the proposals wait again. */
export function useReopen() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (ids: number[]) => call(priceSourceApi.decide, { body: { ids, action: 'open' } }),
    onSettled: () => queries.invalidateQueries({ queryKey: proposalsKey }),
    onError: () => {}, // the caller shows the refusal
  })
}

/** The last days' calls of a model, charged again at the proposed price, per customer. */
export const useWhatIf = ({ model, amounts }: Pick<PriceProposal, 'model' | 'amounts'>) =>
  useQuery({
    queryKey: ['price what-if', model, amounts],
    queryFn: () => call(priceBookApi.whatIf, { body: { changes: [{ model, amounts: exactly(amounts) }] } }),
    staleTime: 60_000,
  })
