import { codeBounds, redemptionStatus } from '@turnpike/contract/money/redemption'
import type { Insertable } from 'kysely'
import { addOpeningFigure } from '../../domain/money/wallet/ledger/opening.ts'
import type { Database } from '../../store/schema.ts'
import type { ImportContext } from '../context.ts'
import { importRows, type Planned } from '../import-rows.ts'
import { insertRedemption, readKeyHashes } from '../imports.queries.ts'
import type { TableNotes, TableReport } from '../report.ts'
import { amountIn, countIn, nameIn, type Row, textIn } from '../row.ts'

type NewCode = Omit<Insertable<Database['redemptions']>, 'user_id' | 'used_user_id'>
type CodePlan = Planned & { creator: string; user: string; code: NewCode }

const keyMax = 256

export function importRedemptions(context: ImportContext): Promise<TableReport> {
  const { store, vault, ids, now } = context
  return importRows<CodePlan>(context, {
    table: 'redemptions',
    kind: 'redemptions',
    async plan(rows, notes) {
      const taken = await readKeyHashes(store, 'redemptions')
      return rows.flatMap((row) => {
        const who = `${textIn(row, 'id')} ${nameIn(row, 'name', codeBounds.name.charactersMax)}`.trim()
        const key = textIn(row, 'key').trim()
        const key_hash = vault.hash(key, 'redemption code')
        const quota = amountIn(row, 'quota')
        if (key === '' || key.length > keyMax) notes.cannot('the code is empty or too long', who)
        else if (quota < codeBounds.quota.min) notes.cannot('the code is worth nothing', who)
        else if (taken.has(key_hash)) notes.conflict('this code is here already', who)
        else {
          taken.add(key_hash)
          const user = textIn(row, 'used_user_id')
          const status = statusOf(row, { isUserKnown: ids.users.has(user), now, notes, who })
          const code = {
            key_cipher: vault.encrypt(key, 'redemption code'),
            key_hash,
            status,
            name: nameIn(row, 'name', codeBounds.name.charactersMax),
            quota,
            created_time: countIn(row, 'created_time') || now,
            redeemed_time: countIn(row, 'redeemed_time'),
          }
          return [{ sourceId: textIn(row, 'id'), row, creator: textIn(row, 'user_id'), user, code }]
        }
        return []
      })
    },
    async write(transaction, plans) {
      const written: number[] = []
      for (const { creator, user, code } of plans) {
        const isUsed = code.status === redemptionStatus.used
        const used_user_id = isUsed ? (ids.users.get(user) ?? 0) : 0
        const id = await insertRedemption(transaction, { ...code, user_id: ids.users.get(creator) ?? 0, used_user_id })
        if (isUsed) await addOpeningFigure(transaction, 'redemption', id, code.quota)
        written.push(id)
      }
      return written
    },
  })
}

type Found = { isUserKnown: boolean; now: number; notes: TableNotes; who: string }

/**
 * A used code stays used where its user was imported too, and is disabled otherwise: it must never be worth anything
 * again.
 */
function statusOf(row: Row, { isUserKnown, now, notes, who }: Found): number {
  const status = Number(row.status ?? redemptionStatus.unused)
  if (status === redemptionStatus.used && isUserKnown) return redemptionStatus.used
  if (status === redemptionStatus.used) {
    notes.changed('used by an account that does not come: the code comes disabled', who)
    return redemptionStatus.disabled
  }
  if (status !== redemptionStatus.unused) return redemptionStatus.disabled
  const expiry = countIn(row, 'expired_time')
  if (expiry > 0 && expiry <= now) {
    notes.changed('expired codes come disabled', who)
    return redemptionStatus.disabled
  }
  if (expiry > now) notes.changed('codes do not expire here: disable this one in time', who)
  return redemptionStatus.unused
}
