import { isTextWithin } from '@turnpike/contract/bounds'
import { neverExpires, tokenBounds, tokenStatus } from '@turnpike/contract/identity/token'
import { groupNameBounds, modelNameBounds } from '@turnpike/contract/names'
import type { Insertable } from 'kysely'
import { insertToken } from '../../domain/identity/tokens/tokens.queries.ts'
import { addOpeningFigure } from '../../domain/money/wallet/ledger/opening.ts'
import { parseRange } from '../../http/address-list.ts'
import type { Database } from '../../store/schema.ts'
import { assignIds } from '../assign-ids.ts'
import type { ImportContext } from '../context.ts'
import { importRows, type Planned } from '../import-rows.ts'
import { readKeyHashes } from '../imports.queries.ts'
import type { TableNotes, TableReport } from '../report.ts'
import { amountIn, countIn, flagIn, nameIn, type Row, textIn } from '../row.ts'

type NewToken = Omit<Insertable<Database['tokens']>, 'id' | 'user_id'>
type TokenPlan = Planned & { owner: string; token: NewToken }

/** Without the `sk-` of clients. A key with a hyphen never worked: what follows one names a channel. */
const storableKey = /^[!-,.-~]{1,1024}$/
export const tokenKeyOf = (row: Row): string => textIn(row, 'key').trim().replace(/^sk-/, '')

export function importTokens(context: ImportContext): Promise<TableReport> {
  const { store, vault, ids } = context
  return importRows<TokenPlan>(context, {
    table: 'tokens',
    kind: 'tokens',
    async plan(rows, notes) {
      const taken = await readKeyHashes(store, 'tokens')
      return rows.flatMap((row) => {
        const who = `${textIn(row, 'id')} ${nameIn(row, 'name', tokenBounds.name.charactersMax)}`.trim()
        const owner = textIn(row, 'user_id')
        const key = tokenKeyOf(row)
        const key_hash = vault.hash(key, 'token key')
        if (!ids.users.has(owner)) notes.cannot('the owner does not come', who)
        else if (!storableKey.test(key))
          notes.cannot('the key is empty, too long, or has characters that no client can send', who)
        else if (taken.has(key_hash)) notes.conflict('another token has this key already', who)
        else {
          taken.add(key_hash)
          const sealed = { key_cipher: vault.encrypt(key, 'token key'), key_hash }
          return [
            { sourceId: textIn(row, 'id'), row, owner, token: { ...sealed, ...planToken(context, row, notes, who) } },
          ]
        }
        return []
      })
    },
    async write(transaction, plans) {
      const assigned = await assignIds(transaction, 'tokens', plans)
      for (const [index, { owner, token }] of plans.entries()) {
        const id = assigned[index] ?? 0
        await insertToken(transaction, { ...token, id, user_id: ids.users.get(owner) ?? 0 })
        await addOpeningFigure(transaction, 'token', id, Number(token.used_quota ?? 0))
      }
      return assigned
    },
  })
}

function planToken({ now }: ImportContext, row: Row, notes: TableNotes, who: string) {
  const name = nameIn(row, 'name', tokenBounds.name.charactersMax)
  if (name !== textIn(row, 'name').trim()) notes.changed('the name is too long or has control characters', who)
  const addresses = addressesOf(row, notes, who)
  const models = modelsOf(row, notes, who)
  const status = statusOf(row, notes, who)
  return {
    name: name || `token ${textIn(row, 'id')}`,
    // Without its list, the key would work from every address.
    status: addresses === undefined && status === tokenStatus.enabled ? tokenStatus.disabled : status,
    created_time: countIn(row, 'created_time') || now,
    accessed_time: countIn(row, 'accessed_time'),
    expired_time: expiryOf(row),
    remain_quota: amountIn(row, 'remain_quota'),
    used_quota: countIn(row, 'used_quota'),
    unlimited_quota: flag(flagIn(row, 'unlimited_quota')),
    model_limits_enabled: flag(models.isLimited),
    model_limits: models.list.join(','),
    allow_ips: (addresses ?? []).join('\n'),
    group: groupOf(row, notes, who),
  }
}

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0)

function statusOf(row: Row, notes: TableNotes, who: string): number {
  const status = Number(row.status ?? tokenStatus.enabled)
  if (Object.values<number>(tokenStatus).includes(status)) return status
  notes.changed('an unknown status becomes disabled', who)
  return tokenStatus.disabled
}

function expiryOf(row: Row): number {
  const time = amountIn(row, 'expired_time')
  return time > 0 ? time : neverExpires
}

/** one-api has a list of models by comma; later versions have a switch beside it. */
function modelsOf(row: Row, notes: TableNotes, who: string): { isLimited: boolean; list: string[] } {
  const names = listIn(textIn(row, 'model_limits') || textIn(row, 'models'), /,/)
  const list = names.filter((name) => isTextWithin(modelNameBounds, name))
  if (list.length < names.length) notes.changed('model names that cannot be stored are left out of the limits', who)
  return { isLimited: flagIn(row, 'model_limits_enabled', names.length > 0), list }
}

/** Undefined when none of the addresses can be read. */
function addressesOf(row: Row, notes: TableNotes, who: string): string[] | undefined {
  const entries = listIn(textIn(row, 'allow_ips') || textIn(row, 'subnet'), /[\s,]+/)
  const readable = entries.filter((entry) => parseRange(entry))
  if (readable.length === entries.length) return entries
  if (readable.length > 0) notes.changed('addresses that cannot be read are left out of those allowed', who)
  else notes.changed('none of the allowed addresses can be read: the token comes disabled', who)
  return readable.length > 0 ? readable : undefined
}

const listIn = (text: string, separator: RegExp): string[] => [
  ...new Set(
    text
      .split(separator)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]

/** `auto` of newer versions means a list of groups; here the token is then in the group of its owner. */
function groupOf(row: Row, notes: TableNotes, who: string): string {
  const group = textIn(row, 'group').trim()
  if (group === '' || (group !== 'auto' && isTextWithin(groupNameBounds, group))) return group
  notes.changed('the group does not exist here: the token is in the group of its owner', who)
  return ''
}
