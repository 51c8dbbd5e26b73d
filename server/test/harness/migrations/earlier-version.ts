import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { addToHour, addToModelHour, listed } from '../../../src/domain/money/wallet/ledger/columns.ts'
import { hourOfRow, rollUps } from '../../../src/domain/usage/logs/usage-hour.ts'
import { migrate } from '../../../src/store/migrate.ts'
import { migrationsFolder } from '../../../src/store/migration-files.ts'
import type { OpenStore, Store } from '../../../src/store/store.ts'
import { atEnd } from '../at-end.ts'
import { type DatabaseKind, freshDatabase, openTest } from '../databases.ts'

/** The first migrations, by their numbers, that the earlier version does not have. */
type Without = { main: string; log?: string }

/** A database as an earlier version left it, with two handles: one that migrates it, and one of the earlier version. */
export async function givenEarlierDatabase(t: TestContext, kind: DatabaseKind, without: Without) {
  const { address, drop } = await freshDatabase(kind, { migrated: false })
  atEnd(t, drop)
  const [open, earlier] = [await openTest(address), await openTest(address)]
  atEnd(t, earlier.close)
  atEnd(t, open.close)
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  atEnd(t, () => rmSync(folder, { recursive: true, force: true }))
  cpSync(migrationsFolder, folder, { recursive: true })
  for (const [scope, first] of Object.entries(without))
    for (const file of readdirSync(join(folder, scope))) if (file >= first) rmSync(join(folder, scope, file))
  await migrate(open, { folder })
  return { open, earlier }
}

/** A user with a balance and its entry, in a database of any version. */
export async function givenEarlierUser({ store }: OpenStore, { quota = 1000, at = 1_800_000_000 } = {}) {
  const name = randomUUID()
  const { id } = await store
    .insertInto('users')
    .values({ username: name, username_key: name, quota, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const grant = { user_id: id, kind: 'grant', reference: name, amount: quota, created_at: at } as const
  await store.insertInto('ledger').values(grant).execute()
  return { user_id: id, username: name }
}

type Charged = { user_id: number; username: string; token_id: number; amount: number; at: number }

/** A call as versions before organisations hold and charge it: their statements name the columns that they know. */
export class EarlierCall {
  readonly #store: Store
  readonly #call: Charged
  readonly request_id = randomUUID()

  constructor({ store }: OpenStore, call: Charged) {
    this.#store = store
    this.#call = call
  }

  async hold(): Promise<void> {
    const { user_id, token_id, amount, at } = this.#call
    const about = { channel_id: 0, accrued: 0, model_name: 'gpt-4o', group: 'default', price_snapshot: '{}' }
    const times = { created_at: at, expires_at: at + 300 }
    await this.#store.transaction().execute(async (transaction) => {
      await this.#addToHeld(transaction, amount)
      await transaction
        .insertInto('holds')
        .values({
          request_id: this.request_id,
          user_id,
          token_id,
          amount,
          ...about,
          ...times,
          is_reopened: 0,
          limits: '',
        })
        .execute()
    })
  }

  async capture(): Promise<void> {
    const { user_id, username, token_id, amount, at } = this.#call
    const { request_id } = this
    const usage = { prompt_tokens: 10, completion_tokens: 20, use_time: 3 }
    const named = { username, token_name: 'my key', model_name: 'gpt-4o', group: 'default' }
    const row = { user_id, token_id, ...named, ...usage, created_at: at, type: 2, quota: amount, channel: 0 }
    await this.#store.transaction().execute(async (transaction) => {
      await this.#addToHeld(transaction, -amount)
      await transaction.deleteFrom('holds').where('request_id', '=', request_id).execute()
      await sql`UPDATE users SET quota = quota - ${amount}, used_quota = used_quota + ${amount},
        request_count = request_count + 1 WHERE id = ${user_id}`.execute(transaction)
      await sql`UPDATE tokens SET remain_quota = remain_quota - ${amount}, used_quota = used_quota + ${amount}
        WHERE id = ${token_id}`.execute(transaction)
      const entry = { user_id, kind: 'charge', reference: request_id, amount, overdraft: 0, token_id } as const
      await transaction
        .insertInto('ledger')
        .values({ ...entry, channel_id: 0, detail: '', is_logged: 1, limits: '', created_at: at })
        .execute()
      await transaction
        .insertInto('logs')
        .values({ ...row, is_stream: 1, facts: '', request_id, content: '', other: '' })
        .execute()
      const { hours, days, modelHours } = rollUps([hourOfRow({ ...row, account_id: 0 }, 700)])
      await addRows(transaction, 'usage_hours', hours, addToHour('usage_hours'))
      await addRows(transaction, 'usage_days', days, addToHour('usage_days'))
      await addRows(transaction, 'usage_model_hours', modelHours, addToModelHour)
    })
  }

  async #addToHeld(transaction: Store, amount: number): Promise<void> {
    const { user_id, token_id } = this.#call
    await sql`UPDATE users SET held = held + ${amount} WHERE id = ${user_id}`.execute(transaction)
    await sql`UPDATE tokens SET held = held + ${amount} WHERE id = ${token_id}`.execute(transaction)
  }
}

async function addRows(transaction: Store, table: string, rows: readonly object[], onConflict: string): Promise<void> {
  for (const row of rows) {
    const columns = Object.entries(row).filter(([name]) => name !== 'account_id')
    await sql`INSERT INTO ${sql.table(table)} (${sql.raw(listed(columns.map(([name]) => name)))})
      VALUES (${sql.join(columns.map(([, value]) => value))}) ${sql.raw(onConflict)}`.execute(transaction)
  }
}
