import { isDeepStrictEqual } from 'node:util'
import type { DataOf } from '@turnpike/contract/endpoint'
import type { ModelPriceChange } from '@turnpike/contract/money/price-book'
import {
  type AppliedPriceChange,
  appliedChangesShown,
  type priceSourceApi,
} from '@turnpike/contract/money/price-sources'
import type { Deps } from '../../../../deps.ts'
import { AppError } from '../../../../http/app-error.ts'
import { announcedChange } from '../../../../store/revision.ts'
import type { Store } from '../../../../store/store.ts'
import { type Actor, writeAudit } from '../../../system/audit/audit.queries.ts'
import { storedOptions } from '../../../system/options/live-options.ts'
import { amountsOf, wholeMaps } from '../book/changed-prices.ts'
import { deletePriceChange, readPriceChanges } from '../book/price-changes.queries.ts'
import { putInForce } from '../book/price-changes.rules.ts'
import { areSamePrices, exactly } from '../lists/price-parts.ts'
import { type AppliedRow, findApplied, pageOfApplied, writeUndone } from './applied-prices.queries.ts'
import { reopenProposals } from './proposals.queries.ts'

type AppliedDeps = Pick<Deps, 'store' | 'vault' | 'options' | 'reload'>

export async function listApplied(
  { store }: AppliedDeps,
  query: { p: number; page_size: number },
): Promise<DataOf<typeof priceSourceApi.applied>> {
  const { items, total } = await pageOfApplied(store, query)
  const shown = items.map((row) => ({ ...withoutId(row), changes: row.changes.slice(0, appliedChangesShown) }))
  return { items: shown, total, page: query.p, page_size: query.page_size }
}

const withoutId = ({ change_id: _, ...row }: AppliedRow): AppliedPriceChange => row

export async function appliedOne({ store }: AppliedDeps, id: number): Promise<AppliedPriceChange> {
  return withoutId(await appliedOf(store, id))
}

async function appliedOf(store: Store, id: number): Promise<AppliedRow> {
  const row = await findApplied(store, id)
  if (!row) throw new AppError('not_found')
  return row
}

const modelsNamed = 20

/** Restores the prices from before a change. A model whose price is another one by now stays as it is. */
export async function undoApplied(
  deps: AppliedDeps,
  actor: Actor,
  id: number,
): Promise<DataOf<typeof priceSourceApi.undo>> {
  return announcedChange(deps, async (transaction) => {
    const row = await appliedOf(transaction, id)
    const left = row.changes.filter(({ is_undone }) => !is_undone)
    if (left.length === 0) throw new AppError('price_undo_done')
    const isToCome = row.change_id !== 0 && row.effective_at > actor.at
    const restored = isToCome ? await dropChange(transaction, row) : await restore(deps, transaction, actor, left)
    const changed = left.map(({ model }) => model).filter((model) => !restored.includes(model))
    if (restored.length === 0) {
      const named = changed.slice(0, modelsNamed).join(', ')
      throw new AppError('price_undo_changed', {
        params: { models: changed.length > modelsNamed ? `${named} …` : named },
      })
    }
    const changes = row.changes.map((each) => (restored.includes(each.model) ? { ...each, is_undone: true } : each))
    await writeUndone(transaction, { ...row, changes, undone_at: actor.at, undone_by: actor.username })
    await reopenProposals(transaction, restored)
    await writeAudit(transaction, actor, {
      action: 'applied_prices.undo',
      target: String(id),
      detail: { restored, changed },
    })
    return { restored, changed }
  })
}

type Changes = AppliedPriceChange['changes']

async function restore(deps: AppliedDeps, transaction: Store, actor: Actor, changes: Changes): Promise<string[]> {
  const { values } = await storedOptions(transaction, deps.vault, deps.options.current())
  const maps = wholeMaps(values)
  const still = changes.filter(({ model, after }) => areSamePrices(amountsOf(maps, model), after))
  if (still.length === 0) return []
  const before = still.map(({ model, before: amounts }): ModelPriceChange => ({ model, amounts: exactly(amounts) }))
  await putInForce(deps, transaction, actor, before)
  return still.map(({ model }) => model)
}

/** Drops the change to come, unless an administrator has edited it; one that was dropped already is undone. */
async function dropChange(transaction: Store, { change_id, changes }: AppliedRow): Promise<string[]> {
  const models = changes.map(({ model }) => model)
  const pending = (await readPriceChanges(transaction)).find((row) => row.id === change_id)
  if (!pending) return models
  const wanted = changes.map(({ model, after }) => ({ model, amounts: exactly(after) }))
  if (!isDeepStrictEqual(pending.changes, wanted)) return []
  await deletePriceChange(transaction, change_id)
  return models
}
