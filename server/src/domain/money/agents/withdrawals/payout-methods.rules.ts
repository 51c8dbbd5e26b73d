import type { PayoutMethod } from '@turnpike/contract/money/agents/withdrawal'
import { AppError } from '../../../../http/app-error.ts'
import type { Store } from '../../../../store/store.ts'
import { type Actor, logAdminAction, writeAudit } from '../../../system/audit/audit.queries.ts'
import { deleteMethods, readMethods, saveMethod } from './payout-methods.queries.ts'

/**
 * Replaces the whole list. Withdrawals keep the names of their method and the labels of its fields, so that a method can
 * be changed or removed at any time.
 */
export const setMethods = (store: Store, actor: Actor, methods: readonly PayoutMethod[]): Promise<PayoutMethod[]> =>
  store.transaction().execute(async (transaction) => {
    const before = await readMethods(transaction)
    const kept = methods.map(({ id }) => id).filter((id) => id !== 0)
    const isKnown = (id: number) => before.some((method) => method.id === id)
    if (!kept.every(isKnown)) throw new AppError('payout_method_missing')
    if (hasRepeated(kept)) throw new AppError('invalid_field', { params: { field: 'methods' } })
    // The file for the bank has a column for each label.
    if (methods.some(({ fields }) => hasRepeated(fields.map(({ label }) => label))))
      throw new AppError('invalid_field', { params: { field: 'fields' } })
    const removed = before.map(({ id }) => id).filter((id) => !kept.includes(id))
    if (removed.length > 0) await deleteMethods(transaction, removed)
    for (const [place, method] of methods.entries()) await saveMethod(transaction, method, place)
    const after = await readMethods(transaction)
    await writeAudit(transaction, actor, { action: 'agent.set_payout_methods', detail: { before, after } })
    const params = { action: 'set_payout_methods', target: '' }
    await logAdminAction(transaction, actor, { user: actor, event: 'agent_changed', params })
    return after
  })

const hasRepeated = (values: readonly (string | number)[]): boolean => new Set(values).size < values.length
