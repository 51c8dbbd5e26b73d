import { isDeepStrictEqual } from 'node:util'
import { type ModelPriceChange, priceChangeMax } from '@turnpike/contract/money/price-book'
import type { OptionValues } from '@turnpike/contract/options'
import type { Deps } from '../../../../deps.ts'
import { bumpRevision } from '../../../../store/revision.ts'
import type { Store } from '../../../../store/store.ts'
import { readAllServedModels } from '../../../routing/catalogue/catalogue.queries.ts'
import type { Actor } from '../../../system/audit/audit.queries.ts'
import { storedOptions } from '../../../system/options/live-options.ts'
import { amountsOf, wholeMaps, withPrices } from '../book/changed-prices.ts'
import { readPriceChanges } from '../book/price-changes.queries.ts'
import { putInForce } from '../book/price-changes.rules.ts'
import { whatIf } from '../book/what-if.rules.ts'
import { areSamePrices, exactly } from '../lists/price-parts.ts'
import { buildPriceBook, priceOf } from '../price-book.ts'
import { insertApplied, readAppliedSince } from './applied-prices.queries.ts'
import { changeOf, reasonAgainst } from './judge-price.ts'
import { isBelowCost, lowestMargin } from './margins.ts'
import { type SourceRow, writeRun } from './price-sources.queries.ts'
import {
  deleteProposals,
  insertProposals,
  type ProposalRow,
  readProposalsOf,
  refreshProposal,
} from './proposals.queries.ts'
import { readSource, type SourcePrice } from './read-source.ts'
import { readServingCosts } from './serving-costs.queries.ts'

export type RunDeps = Pick<Deps, 'store' | 'logStore' | 'vault' | 'options' | 'outbound' | 'reload' | 'log'>

/** The days over which changes without a decision add up, and those of the computed effect. */
const windowSeconds = 7 * 86_400
/** The effect of an open proposal is computed again after this time. */
const effectSeconds = 86_400
/** A source that could not be read is tried again sooner. */
const retrySeconds = 3600

/** Reads a source: its prices are applied within the source's range, or become proposals. */
export async function runSource(deps: RunDeps, source: SourceRow, now: number): Promise<void> {
  const { store, vault, options, log } = deps
  const { values } = await storedOptions(store, vault, options.current())
  const served = new Set(await readAllServedModels(store))
  const here = { maps: wholeMaps(values), quotaPerUnit: values.QuotaPerUnit, served }
  const { run, prices } = await readSource(deps, source, here, now)
  const intervalSeconds = source.interval_hours * 3600
  if (run.result !== 'done') {
    log.warn('price source not used', { source_id: source.id, result: run.result })
    const seconds = Math.min(intervalSeconds, retrySeconds)
    await writeRun(store, source.id, run, source.good_models, now + seconds)
    return
  }
  const plan = await planOf(deps, source, { values, served, prices, now })
  const applied = await store.transaction().execute(async (transaction) => {
    const count = await apply(deps, transaction, source, plan.toApply, now)
    await deleteProposals(transaction, plan.outdated)
    await insertProposals(transaction, plan.proposed)
    for (const row of plan.refreshed) await refreshProposal(transaction, row)
    const done = { ...run, same: plan.same, applied: count, proposed: plan.waiting }
    await writeRun(transaction, source.id, done, run.models, now + intervalSeconds)
    return count
  })
  if (applied > 0) await deps.reload()
  log.info('price source read', { source_id: source.id, models: run.models, applied, proposed: plan.proposed.length })
}

type Known = { values: OptionValues; served: ReadonlySet<string>; prices: readonly SourcePrice[]; now: number }
type Plan = {
  same: number
  /** Proposals of this reading that wait for a decision. */
  waiting: number
  toApply: SourcePrice[]
  /** New proposals, and those of applied prices, which an undo opens. */
  proposed: Omit<ProposalRow, 'id'>[]
  refreshed: ProposalRow[]
  /** Rows of prices that are in force, or that the list no longer has. */
  outdated: number[]
}

async function planOf(deps: RunDeps, source: SourceRow, { values, served, prices, now }: Known): Promise<Plan> {
  const changed = prices.filter(({ before, amounts }) => !areSamePrices(before, amounts))
  const stored = new Map((await readProposalsOf(deps.store, source.id)).map((row) => [row.model, row]))
  const pending = new Set(
    (await readPriceChanges(deps.store)).flatMap(({ changes }) => changes.map((each) => each.model)),
  )
  const judge = await judgeOf(deps, source, values, changed, now)
  const same = prices.length - changed.length
  const plan: Plan = { same, waiting: 0, toApply: [], proposed: [], refreshed: [], outdated: [] }
  const open: ProposalRow[] = []
  const isChanged = new Set(changed.map(({ model }) => model))
  for (const row of stored.values()) if (row.state === 'open' && !isChanged.has(row.model)) plan.outdated.push(row.id)
  for (const price of changed) {
    const row = stored.get(price.model)
    const isSame = row !== undefined && areSamePrices(row.amounts, price.amounts)
    if (row?.state === 'ignored' || (row?.state === 'ignored_once' && isSame)) continue
    if (row?.state === 'accepted' && isSame && pending.has(price.model)) continue
    // An undone price waits for a decision, even if the list changes. So does an accepted price that was replaced.
    const isUndone = row?.state === 'open' && row.reason === 'decided'
    const isDecided = pending.has(price.model) || isUndone || (isSame && row.state === 'accepted')
    const { reason, margin } = judge(price, isDecided)
    const next = {
      source_id: source.id,
      model: price.model,
      listed: price.listed,
      amounts: price.amounts,
      reason: reason ?? 'off',
      change: changeOf(price.before, price.amounts),
      is_served: served.has(price.model),
      margin,
      effect: { calls: 0, quota: 0, would: 0 },
      effect_at: 0,
      created_at: now,
    }
    if (reason !== undefined && isSame && row.state === 'open') {
      const { effect, effect_at, created_at } = row
      open.push({ ...row, ...next, effect, effect_at, created_at })
      continue
    }
    if (row) plan.outdated.push(row.id)
    if (reason === undefined) {
      plan.toApply.push(price)
      plan.proposed.push({ ...next, state: 'accepted', decided_at: now, decided_by: '' })
    } else plan.proposed.push({ ...next, state: 'open', decided_at: 0, decided_by: '' })
  }
  const waiting = [...open, ...plan.proposed.filter(({ state }) => state === 'open')]
  await addEffects(
    deps,
    waiting.filter(({ effect_at }) => effect_at <= now - effectSeconds),
    now,
  )
  plan.waiting = waiting.length
  plan.refreshed = open.filter((row) => !isDeepStrictEqual(row, stored.get(row.model)))
  return plan
}

type Judgement = { reason: ReturnType<typeof reasonAgainst>; margin: ProposalRow['margin'] }

/** Costs, recent changes and price books are the same for all prices of a reading. */
async function judgeOf(
  { store }: Pick<RunDeps, 'store'>,
  source: SourceRow,
  values: OptionValues,
  prices: readonly SourcePrice[],
  now: number,
): Promise<(price: SourcePrice, isDecided: boolean) => Judgement> {
  const costs = await readServingCosts(store, values)
  const recent = (await readAppliedSince(store, 'source', now - windowSeconds)).flatMap(({ changes }) => changes)
  const book = buildPriceBook(values)
  const bookAfter = buildPriceBook(withPrices(values, prices))
  return ({ model, before, amounts: after }, isDecided) => {
    const [old, price] = [priceOf(book, model), priceOf(bookAfter, model)]
    const channels = costs.get(model) ?? []
    const reason = reasonAgainst({
      before,
      after,
      recent: recent.filter((each) => each.model === model && !each.is_undone).map((each) => each.before),
      applyPercent: source.apply_percent,
      isDecided,
      isBelowCost: price !== undefined && isBelowCost(price, model, channels),
    })
    return { reason, margin: price ? lowestMargin(old, price, model, channels) : null }
  }
}

/** Charges the calls of the last days again at the proposed prices. */
async function addEffects(deps: RunDeps, rows: readonly Omit<ProposalRow, 'id'>[], now: number): Promise<void> {
  for (let at = 0; at < rows.length; at += priceChangeMax) {
    const some = rows.slice(at, at + priceChangeMax)
    const { models } = await whatIf(deps, some, now)
    const effects = new Map(models.map(({ model, ...sums }) => [model, sums]))
    for (const row of some) {
      row.effect = effects.get(row.model) ?? { calls: 0, quota: 0, would: 0 }
      row.effect_at = now
    }
  }
}

/** Puts prices in force and records them; those that were changed since they were read are left out. */
async function apply(
  deps: RunDeps,
  transaction: Store,
  source: SourceRow,
  prices: readonly SourcePrice[],
  now: number,
): Promise<number> {
  if (prices.length === 0) return 0
  await bumpRevision(transaction)
  const { values } = await storedOptions(transaction, deps.vault, deps.options.current())
  const maps = wholeMaps(values)
  const unchanged = prices.filter(({ model, before }) => isDeepStrictEqual(amountsOf(maps, model), before))
  if (unchanged.length === 0) return 0
  const changes = unchanged.map(({ model, amounts }): ModelPriceChange => ({ model, amounts: exactly(amounts) }))
  await putInForce(deps, transaction, sourceActor(source, now), changes)
  await insertApplied(transaction, {
    origin: 'source',
    source_name: source.name,
    edition: '',
    at: now,
    effective_at: now,
    actor_name: '',
    change_id: 0,
    changes: unchanged.map(({ model, before, amounts }) => ({ model, before, after: amounts, is_undone: false })),
  })
  return unchanged.length
}

const sourceActor = ({ id }: SourceRow, now: number): Actor => ({
  id: 0,
  username: 'price source',
  address: '',
  request_id: `price source ${id}`,
  at: now,
})
