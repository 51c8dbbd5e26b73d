import { logType } from '@turnpike/contract/usage/log'
import type { Insertable } from 'kysely'
import { isObject } from '../../domain/routing/channels/edit/json-text.ts'
import { hourOfRow } from '../../domain/usage/logs/usage-hour.ts'
import { addToHours } from '../../domain/usage/logs/usage-hours.queries.ts'
import type { Database } from '../../store/schema.ts'
import type { ImportContext } from '../context.ts'
import { auditImport } from '../import-rows.ts'
import { insertLogs, readImported, writeCursor } from '../imports.queries.ts'
import { TableNotes, type TableReport } from '../report.ts'
import { countIn, flagIn, jsonIn, nameIn, type Row, textIn } from '../row.ts'

type LogRow = Required<Omit<Insertable<Database['logs']>, 'id' | 'facts'>>

const rowsAtOnce = 1000
const kind = 'logs'
const cursorId = 'last'

/**
 * Log rows from a time on, as history: they move no balance, and the ledger does not count them. A log may have
 * millions of rows, and one transaction over all of them would block running calls: each transaction imports a
 * thousand, and stores its position.
 */
export async function importLogs(context: ImportContext): Promise<TableReport> {
  const { source, store, fingerprint, isDryRun, logsSince, say } = context
  const notes = new TableNotes('logs')
  if (logsSince === undefined) {
    notes.remark('log rows come with --logs-since')
    return notes.report
  }
  const cursor = (await readImported(store, fingerprint, kind)).get(cursorId)
  let afterId = String(cursor?.our_id ?? 0)
  for (;;) {
    const rows = await source.page('logs', { afterId, since: logsSince, limit: rowsAtOnce })
    const last = rows.at(-1)
    if (!last) return notes.report
    const logs = rows.flatMap((row) => planLog(context, row, notes))
    notes.report.found += rows.length
    notes.report.comes += logs.length
    afterId = textIn(last, 'id')
    if (!isDryRun) await writeLogs(context, logs, Number(afterId))
    say(`logs: ${notes.report.comes} of ${notes.report.found} rows ${isDryRun ? 'would come' : 'imported'} so far`)
  }
}

function writeLogs(context: ImportContext, logs: LogRow[], lastId: number): Promise<void> {
  const { store, fingerprint, now } = context
  return store.transaction().execute(async (transaction) => {
    await insertLogs(transaction, logs)
    const calls = logs.filter(({ type, quota }) => type === logType.consumption || quota < 0)
    await addToHours(
      transaction,
      calls.map((row) => hourOfRow(row, 0)),
    )
    await writeCursor(transaction, {
      source: fingerprint,
      kind,
      source_id: cursorId,
      our_id: lastId,
      checksum: '',
      imported_at: now,
    })
    await auditImport(context, transaction, kind, logs.length)
  })
}

/** How other servers number the rows of refunds, whose amounts are positive there. */
const refundType = 6

const kinds: readonly number[] = [logType.topUp, logType.consumption, logType.admin, logType.system]

function planLog({ ids }: ImportContext, row: Row, notes: TableNotes): LogRow[] {
  const isRefund = countIn(row, 'type') === refundType
  const type = isRefund ? logType.system : countIn(row, 'type')
  const user_id = ids.users.get(textIn(row, 'user_id'))
  if (user_id === undefined) notes.cannot('the user does not come', textIn(row, 'id'))
  else if (!kinds.includes(type)) notes.cannot(`rows of type ${type} have no equivalent here`, textIn(row, 'id'))
  else {
    const other = jsonIn(row, 'other')
    return [
      {
        user_id,
        account_id: 0,
        created_at: countIn(row, 'created_at'),
        type,
        content: textIn(row, 'content'),
        username: nameIn(row, 'username', 254),
        token_name: nameIn(row, 'token_name', 254),
        model_name: nameIn(row, 'model_name', 255),
        quota: isRefund ? -countIn(row, 'quota') : countIn(row, 'quota'),
        prompt_tokens: countIn(row, 'prompt_tokens'),
        completion_tokens: countIn(row, 'completion_tokens'),
        use_time: countIn(row, 'use_time') || Math.round(countIn(row, 'elapsed_time') / 1000),
        is_stream: flagIn(row, 'is_stream') ? 1 : 0,
        channel: ids.channels.get(textIn(row, 'channel_id') || textIn(row, 'channel')) ?? 0,
        token_id: ids.tokens.get(textIn(row, 'token_id')) ?? 0,
        group: textIn(row, 'group'),
        // Clients read the JSON of a call; rows with a call id would have to be in the ledger.
        other: type === logType.consumption ? JSON.stringify(isObject(other) ? other : {}) : '',
        request_id: '',
      },
    ]
  }
  return []
}
