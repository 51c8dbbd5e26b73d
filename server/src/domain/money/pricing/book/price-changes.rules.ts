import { isDeepStrictEqual } from 'node:util'
import {
  type ModelPriceChange,
  type PendingPriceChange,
  priceAheadMaxSeconds,
  priceKeys,
} from '@turnpike/contract/money/price-book'
import type { Deps } from '../../../../deps.ts'
import { AppError } from '../../../../http/app-error.ts'
import { announcedChange } from '../../../../store/revision.ts'
import type { Store } from '../../../../store/store.ts'
import { type Actor, logAdminAction, writeAudit } from '../../../system/audit/audit.queries.ts'
import { writeOptionChanges } from '../../../system/options/change-options.rules.ts'
import { storedOptions } from '../../../system/options/live-options.ts'
import { amountsOf, changedMaps, wholeMaps } from './changed-prices.ts'
import {
  deletePriceChange,
  insertPriceChange,
  type PriceChange,
  readPriceChanges,
  updatePriceChange,
} from './price-changes.queries.ts'

type PriceChangesDeps = Pick<Deps, 'store' | 'vault' | 'options' | 'reload'>
type Wanted = { effective_at: number; changes: ModelPriceChange[] }

/** Future changes, each with the prices in force until then. */
export async function listPending({ store, vault, options }: PriceChangesDeps): Promise<PendingPriceChange[]> {
  const { values } = await storedOptions(store, vault, options.current())
  let maps = wholeMaps(values)
  return (await readPriceChanges(store)).map(({ actor_id: _, changed_at: __, changes, ...row }) => {
    const listed = changes.map((change) => ({ ...change, before: amountsOf(maps, change.model) }))
    maps = changedMaps(maps, changes)
    return { ...row, changes: listed }
  })
}

/** Changes prices now, as a change of the options, or stores the change for its time. In force here when it returns. */
export async function changePrices(
  deps: PriceChangesDeps,
  actor: Actor,
  wanted: Wanted,
): Promise<{ id: number | null }> {
  const isLater = isToCome(wanted, actor.at)
  const id = await announcedChange(deps, async (transaction) => {
    if (!isLater) {
      await putInForce(deps, transaction, actor, wanted.changes)
      return null
    }
    const row = { ...wanted, actor_id: actor.id, actor_name: actor.username, created_at: actor.at }
    const { id } = await insertPriceChange(transaction, row)
    await noteAct(transaction, actor, 'price.schedule', id, undefined, wanted)
    return id
  })
  return { id }
}

export async function editPriceChange(
  deps: PriceChangesDeps,
  actor: Actor,
  { id, ...wanted }: Wanted & { id: number },
) {
  const isLater = isToCome(wanted, actor.at)
  await announcedChange(deps, async (transaction) => {
    const before = await findToCome(transaction, id, actor.at)
    const isSame = before.effective_at === wanted.effective_at && isDeepStrictEqual(before.changes, wanted.changes)
    const changed_at = isSame ? before.changed_at : actor.at
    if (isLater) await updatePriceChange(transaction, id, { ...wanted, changed_at })
    else {
      await deletePriceChange(transaction, id)
      await putInForce(deps, transaction, actor, wanted.changes)
    }
    await noteAct(transaction, actor, 'price.reschedule', id, before, wanted)
  })
}

export async function removePriceChange(deps: PriceChangesDeps, actor: Actor, id: number): Promise<undefined> {
  await announcedChange(deps, async (transaction) => {
    const before = await findToCome(transaction, id, actor.at)
    await deletePriceChange(transaction, id)
    await noteAct(transaction, actor, 'price.unschedule', id, before, undefined)
  })
}

/**
 * Writes due changes into the options, in the name of the administrators who made them. Calls are charged by them
 * already: the snapshot switches at their time. Of several processes, one finds the rows.
 */
export async function settleDueChanges(deps: PriceChangesDeps, now: number): Promise<number> {
  return announcedChange(deps, async (transaction) => {
    const due = (await readPriceChanges(transaction)).filter(({ effective_at }) => effective_at <= now)
    for (const { id, actor_id, actor_name, changes, effective_at } of due) {
      const actor = {
        id: actor_id,
        username: actor_name,
        address: '',
        request_id: `price change ${id}`,
        at: effective_at,
      }
      await putInForce(deps, transaction, actor, changes)
      await deletePriceChange(transaction, id)
    }
    return due.length
  })
}

export function isToCome({ effective_at }: Pick<Wanted, 'effective_at'>, now: number): boolean {
  if (effective_at > now + priceAheadMaxSeconds) throw new AppError('price_change_far')
  return effective_at > now
}

/** A due change is in force already: only another change reverses it. */
async function findToCome(transaction: Store, id: number, now: number): Promise<PriceChange> {
  const found = (await readPriceChanges(transaction)).find((row) => row.id === id)
  if (!found || found.effective_at <= now) throw new AppError('not_found')
  return found
}

/** Writes changed prices into the options, in a transaction that has raised the revision. */
export async function putInForce(
  { vault, options }: PriceChangesDeps,
  transaction: Store,
  actor: Actor,
  changes: readonly ModelPriceChange[],
): Promise<void> {
  const { values } = await storedOptions(transaction, vault, options.current())
  const maps = changedMaps(wholeMaps(values), changes)
  const changed = priceKeys.map((key) => ({ key, value: JSON.stringify(maps[key]) }))
  await writeOptionChanges({ vault, options }, transaction, actor, changed)
}

const namesMax = 20

async function noteAct(
  transaction: Store,
  actor: Actor,
  action: 'price.schedule' | 'price.reschedule' | 'price.unschedule',
  id: number,
  before: Pick<PriceChange, 'effective_at' | 'changes'> | undefined,
  after: Wanted | undefined,
): Promise<void> {
  const detailOf = (change: Pick<PriceChange, 'effective_at' | 'changes'>) => ({
    effective_at: change.effective_at,
    changes: change.changes,
  })
  await writeAudit(transaction, actor, {
    action,
    target: String(id),
    detail: { ...(before && { before: detailOf(before) }), ...(after && { after: detailOf(after) }) },
  })
  const models = ((after ?? before)?.changes ?? []).map(({ model }) => model)
  const named = models.slice(0, namesMax).join(', ')
  const params = { action, target: models.length > namesMax ? `${named} … (${models.length})` : named }
  await logAdminAction(transaction, actor, { user: actor, event: 'price_change', params })
}
