import { proxiesMax } from '@turnpike/contract/routing/proxies'
import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { type Actor, targetOf } from '../../system/audit/audit.queries.ts'
import { inverted, type RecordedFields } from '../../system/audit/recorded-change.ts'
import { changedSince, claimAct } from '../../system/audit/undo.rules.ts'
import { insertProxy, type ProxyRow, readProxies, updateProxy } from './proxies.queries.ts'
import { checkName, existing, type SealedAddresses } from './proxies.rules.ts'
import { changingProxies, checkUnused, type ProxyDeps, recordProxyAct } from './proxy-acts.ts'

type Act = { id: number; fields: RecordedFields; sealed: SealedAddresses; at: number }

/** Undoes that a proxy was deleted or changed, unless the same was changed since. */
export const undoProxyAct = (deps: ProxyDeps, actor: Actor, actId: number): Promise<void> =>
  changingProxies(deps, async (transaction) => {
    const claimed = await claimAct(transaction, 'proxy', actId, actor.at)
    const [change] = claimed.changes
    if (!change?.fields) throw new AppError('undo_impossible', { detail: { audit_id: actId } })
    if (change.sealed === '') throw new AppError('undo_expired')
    const sealed = JSON.parse(change.sealed) as SealedAddresses // as the act wrote it
    const act = { id: Number(change.subject), fields: change.fields, sealed, at: actor.at }
    const all = await readProxies(transaction)
    const back =
      sealed.after === undefined ? await restored(transaction, act, all) : await undone(transaction, act, all)
    const changes = [
      {
        kind: 'proxy' as const,
        subject: act.id,
        fields: inverted(act.fields),
        sealed: JSON.stringify({ before: sealed.after ?? '', after: sealed.before } satisfies SealedAddresses),
      },
    ]
    await recordProxyAct(transaction, actor, { action: 'proxy.undo', target: targetOf(back), changes })
  })

async function restored(transaction: Store, { id, fields, sealed, at }: Act, all: readonly ProxyRow[]) {
  if (all.length >= proxiesMax) throw new AppError('proxy_too_many', { params: { maximum: proxiesMax } })
  const row = { id, name: String(fields.name?.before), address_cipher: sealed.before, updated_at: at }
  checkName(row.name, all)
  await insertProxy(transaction, row)
  return row
}

async function undone(transaction: Store, { id, fields, sealed, at }: Act, all: readonly ProxyRow[]) {
  const now = existing(all, id)
  const { name } = fields
  if (now.address_cipher !== sealed.after) changedSince(now.name, 'address')
  if (name && now.name !== name.after) changedSince(now.name, 'name')
  const earlier = { name: name ? String(name.before) : now.name, address_cipher: sealed.before, updated_at: at }
  if (name) {
    checkName(
      earlier.name,
      all.filter((each) => each.id !== id),
    )
    await checkUnused(transaction, now.name)
  }
  await updateProxy(transaction, id, earlier)
  return { id, name: earlier.name }
}
