import {
  type NewPriceSource,
  type PriceSource,
  priceSourceFields,
  priceSourcesMax,
} from '@turnpike/contract/money/price-sources'
import type { Deps } from '../../../../deps.ts'
import { AppError } from '../../../../http/app-error.ts'
import { releaseLease, takeLease } from '../../../../store/lease.ts'
import { type Actor, writeAudit } from '../../../system/audit/audit.queries.ts'
import { withoutQuery } from '../lists/fetch-list.ts'
import {
  countSources,
  deleteSource,
  findSource,
  insertSource,
  readDueSources,
  readSources,
  type SourceRow,
  setNextRun,
  updateSource,
} from './price-sources.queries.ts'
import { countOpen } from './proposals.queries.ts'
import { type RunDeps, runSource } from './run-source.rules.ts'

export async function listSources({ store }: Pick<Deps, 'store'>): Promise<PriceSource[]> {
  const open = await countOpen(store)
  return (await readSources(store)).map((row) => shown(row, open))
}

const shown = ({ next_run_at, good_models: _, ...row }: SourceRow, open: ReadonlyMap<number, number>): PriceSource => ({
  ...row,
  next_run_at: row.is_enabled ? next_run_at : null,
  open: open.get(row.id) ?? 0,
})

async function sourceShown(store: Deps['store'], id: number): Promise<PriceSource> {
  return shown(await sourceOf(store, id), await countOpen(store))
}

async function sourceOf(store: Deps['store'], id: number): Promise<SourceRow> {
  const row = await findSource(store, id)
  if (!row) throw new AppError('not_found')
  return row
}

export async function createSource(
  { store }: Pick<Deps, 'store'>,
  actor: Actor,
  source: NewPriceSource,
): Promise<PriceSource> {
  const id = await store.transaction().execute(async (transaction) => {
    if ((await countSources(transaction)) >= priceSourcesMax)
      throw new AppError('price_source_many', { params: { max: priceSourcesMax } })
    const row = await insertSource(transaction, source, actor.at)
    await writeAudit(transaction, actor, {
      action: 'price_source.create',
      target: source.name,
      detail: audited(source),
    })
    return row.id
  })
  return sourceShown(store, id)
}

export async function changeSource(
  { store }: Pick<Deps, 'store'>,
  actor: Actor,
  { id, ...source }: NewPriceSource & { id: number },
): Promise<PriceSource> {
  await store.transaction().execute(async (transaction) => {
    const before = await sourceOf(transaction, id)
    await updateSource(transaction, id, source, actor.at)
    const detail = { before: audited(before), after: audited(source) }
    await writeAudit(transaction, actor, { action: 'price_source.update', target: source.name, detail })
  })
  return sourceShown(store, id)
}

export async function removeSource({ store }: Pick<Deps, 'store'>, actor: Actor, id: number): Promise<undefined> {
  await store.transaction().execute(async (transaction) => {
    const { name, address } = await sourceOf(transaction, id)
    await deleteSource(transaction, id)
    await writeAudit(transaction, actor, {
      action: 'price_source.delete',
      target: name,
      detail: { address: withoutQuery(address) },
    })
  })
}

const fieldNames = Object.keys(priceSourceFields) as (keyof NewPriceSource)[] // the fields of this schema
const audited = (source: NewPriceSource) => ({
  ...Object.fromEntries(fieldNames.map((name) => [name, source[name]])),
  address: withoutQuery(source.address),
})

/** Longer than a reading takes. */
const leaseSeconds = 300

/** Reads a source now. Refused while it is being read, here or on another instance. */
export async function runSourceNow(
  deps: RunDeps & Pick<Deps, 'clock'>,
  actor: Actor,
  id: number,
): Promise<PriceSource> {
  await sourceOf(deps.store, id)
  const isRun = await withLease(deps, id, actor.request_id, async () => {
    await runSource(deps, await sourceOf(deps.store, id), deps.clock())
  })
  if (!isRun) throw new AppError('price_source_busy')
  return sourceShown(deps.store, id)
}

/** A source whose reading fails by a fault of ours is tried again after an hour. */
const faultSeconds = 3600

/** Reads the sources whose time has come; each of them on one instance. */
export async function runDueSources(deps: RunDeps & Pick<Deps, 'clock'>, holder: string): Promise<void> {
  const { store, clock, log } = deps
  for (const id of await readDueSources(store, clock()))
    await withLease(deps, id, holder, async () => {
      const source = await findSource(store, id)
      // Another instance has read it since.
      if (!source?.is_enabled || source.next_run_at > clock()) return
      await setNextRun(store, id, clock() + faultSeconds)
      await runSource(deps, source, clock()).catch((error: unknown) =>
        log.error('price source failed', { source_id: id, error }),
      )
    })
}

/** Whether the lease was free. */
async function withLease(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  id: number,
  holder: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const lease = await takeLease(store, `price source ${id}`, holder, leaseSeconds, clock())
  if (!lease) return false
  try {
    await work()
  } finally {
    await releaseLease(store, lease)
  }
  return true
}
