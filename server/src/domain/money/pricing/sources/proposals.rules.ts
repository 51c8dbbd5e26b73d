import type { DataOf, InputOf } from '@turnpike/contract/endpoint'
import type { PriceProposal, ProposalAction, priceSourceApi } from '@turnpike/contract/money/price-sources'
import type { Deps } from '../../../../deps.ts'
import { announcedChange } from '../../../../store/revision.ts'
import type { Store } from '../../../../store/store.ts'
import { type Actor, writeAudit } from '../../../system/audit/audit.queries.ts'
import { storedOptions } from '../../../system/options/live-options.ts'
import { amountsOf, wholeMaps } from '../book/changed-prices.ts'
import { insertPriceChange } from '../book/price-changes.queries.ts'
import { isToCome, putInForce } from '../book/price-changes.rules.ts'
import { exactly } from '../lists/price-parts.ts'
import { insertApplied } from './applied-prices.queries.ts'
import { readSources } from './price-sources.queries.ts'
import {
  decideProposals,
  type ProposalQuery,
  type ProposalRow,
  pageOfProposals,
  readProposals,
} from './proposals.queries.ts'

type ProposalDeps = Pick<Deps, 'store' | 'vault' | 'options' | 'reload'>

/** A page of proposals, each with the prices in force now. */
export async function listProposals(
  { store, vault, options }: ProposalDeps,
  query: ProposalQuery,
): Promise<DataOf<typeof priceSourceApi.proposals>> {
  const { items, total } = await pageOfProposals(store, query)
  const names = new Map((await readSources(store)).map(({ id, name }) => [id, name]))
  const { values } = await storedOptions(store, vault, options.current())
  const maps = wholeMaps(values)
  const shown = items.map(
    ({ effect_at: _, ...row }): PriceProposal => ({
      ...row,
      source_name: names.get(row.source_id) ?? '',
      before: amountsOf(maps, row.model),
    }),
  )
  return { items: shown, total, page: query.p, page_size: query.page_size }
}

type Decision = Required<InputOf<typeof priceSourceApi.decide>['body']>
type Decided = DataOf<typeof priceSourceApi.decide>

const stateOf = { accept: 'accepted', ignore_once: 'ignored_once', ignore: 'ignored', open: 'open' } as const

/** Which proposals an action applies to: waiting ones, and for `open` ignored ones. */
const isFor = (action: ProposalAction, { state }: ProposalRow) =>
  action === 'open' ? state === 'ignored' || state === 'ignored_once' : state === 'open'

/** Decides about proposals. Those that another decision or reading was faster with are left alone. */
export async function decide(
  deps: ProposalDeps,
  actor: Actor,
  { ids, action, effective_at }: Decision,
): Promise<Decided> {
  const isLater = action === 'accept' && isToCome({ effective_at }, actor.at)
  return announcedChange(deps, async (transaction) => {
    const rows = onePerModel((await readProposals(transaction, ids)).filter((row) => isFor(action, row)))
    const done = rows.map(({ id }) => id)
    const gone = ids.filter((id) => !done.includes(id))
    if (rows.length === 0) return { done: 0, gone, applied_id: null }
    const by = action === 'open' ? { at: 0, by: '' } : { at: actor.at, by: actor.username }
    await decideProposals(transaction, done, { state: stateOf[action], ...by })
    const applied_id =
      action === 'accept' ? await accept(deps, transaction, actor, rows, isLater ? effective_at : 0) : null
    const target = rows.map(({ model }) => model).join(', ')
    await writeAudit(transaction, actor, { action: `price_proposal.${action}`, target })
    return { done: done.length, gone, applied_id }
  })
}

/** Two sources may propose prices for one model: the first one of the list is taken. */
function onePerModel(rows: readonly ProposalRow[]): ProposalRow[] {
  const first = new Map<string, ProposalRow>()
  for (const row of rows) if (!first.has(row.model)) first.set(row.model, row)
  return [...first.values()]
}

/** `effectiveAt`: 0 for now. Returns the id of the applied change. */
async function accept(
  deps: ProposalDeps,
  transaction: Store,
  actor: Actor,
  rows: readonly ProposalRow[],
  effectiveAt: number,
): Promise<number> {
  const { values } = await storedOptions(transaction, deps.vault, deps.options.current())
  const maps = wholeMaps(values)
  const changes = rows.map(({ model, amounts }) => ({ model, amounts: exactly(amounts) }))
  let change_id = 0
  if (effectiveAt === 0) await putInForce(deps, transaction, actor, changes)
  else {
    const row = { actor_id: actor.id, actor_name: actor.username, created_at: actor.at, changes }
    change_id = (await insertPriceChange(transaction, { ...row, effective_at: effectiveAt })).id
  }
  const names = new Map((await readSources(transaction)).map(({ id, name }) => [id, name]))
  const sources = [...new Set(rows.map(({ source_id }) => names.get(source_id) ?? ''))]
  const { id } = await insertApplied(transaction, {
    origin: 'inbox',
    source_name: sources.join(', '),
    edition: '',
    at: actor.at,
    effective_at: effectiveAt || actor.at,
    actor_name: actor.username,
    change_id,
    changes: rows.map(({ model, amounts }) => ({
      model,
      before: amountsOf(maps, model),
      after: amounts,
      is_undone: false,
    })),
  })
  return id
}
