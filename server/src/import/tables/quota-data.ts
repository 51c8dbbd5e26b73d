import type { UsageHour } from '../../domain/usage/logs/usage-hour.ts'
import { addToHours } from '../../domain/usage/logs/usage-hours.queries.ts'
import type { ImportContext } from '../context.ts'
import { importRows, type Planned } from '../import-rows.ts'
import type { TableReport } from '../report.ts'
import { countIn, nameIn, textIn } from '../row.ts'

type HourPlan = Planned & { owner: string; hour: Omit<UsageHour, 'user_id'> }

const hourSeconds = 3600
const rowsAtOnce = 500

/** Consumption by hour, for the dashboard. Hours whose log rows are imported are counted by those. */
export function importQuotaData(context: ImportContext): Promise<TableReport> {
  const { ids, logsSince } = context
  return importRows<HourPlan>(context, {
    table: 'quota_data',
    kind: 'quota_data',
    plan: (rows, notes) =>
      rows.flatMap((row) => {
        const sourceId = textIn(row, 'id')
        const owner = textIn(row, 'user_id')
        const time = countIn(row, 'created_at')
        if (!ids.users.has(owner)) notes.cannot('the user does not come', sourceId)
        else if (logsSince !== undefined && time + hourSeconds > logsSince)
          notes.cannot('the log rows of this hour come instead', sourceId)
        else {
          const hour = {
            hour: time - (time % hourSeconds),
            token_id: 0,
            channel_id: 0,
            model_name: nameIn(row, 'model_name', 255),
            group: '',
            username: nameIn(row, 'username', 254),
            token_name: '',
            calls: countIn(row, 'count'),
            failures: 0,
            quota: countIn(row, 'quota'),
            prompt_tokens: countIn(row, 'token_used'), // input and output are not distinguished
            completion_tokens: 0,
            use_seconds: 0,
            first_calls: 0,
            first_ms: 0,
          }
          return [{ sourceId, row, owner, hour }]
        }
        return []
      }),
    async write(transaction, plans) {
      const hours = plans.map(({ owner, hour }) => ({ ...hour, user_id: ids.users.get(owner) ?? 0 }))
      for (let from = 0; from < hours.length; from += rowsAtOnce)
        await addToHours(transaction, hours.slice(from, from + rowsAtOnce))
      return plans.map(() => 0)
    },
  })
}
