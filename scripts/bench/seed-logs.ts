import { sql } from 'kysely'
import type { Store } from '../../server/src/store/store.ts'
import { openData } from './server-process.ts'

const daySeconds = 86_400
const spanSeconds = 30 * daySeconds
const rowsAtOnce = 100_000
const facts =
  '{"r":1.25,"c":4,"g":1,"l":[[0,1200,1],[6,300,4]],"a":[[7]],"ms":[1,240,3100],"ft":250,"w":"/v1/chat/completions","d":["openai"],"e":"done"}'

/**
 * A month of calls, in the order of their time: every second one by the super administrator, who has half of all rows, the
 * others by a hundred users, and fifty rows by one of them. Users have a few tokens, models and channels each.
 */
export async function seedLogs(dataDir: string, env: Record<string, string>, rows: number): Promise<void> {
  const open = await openData(dataDir, env)
  const isPostgres = open.main.kind === 'postgres'
  const start = Math.floor(Date.now() / 1000) - spanSeconds
  for (let from = 0; from < rows; from += rowsAtOnce) {
    const numbers = isPostgres
      ? sql`generate_series(${sql.lit(from)}::bigint, ${sql.lit(Math.min(from + rowsAtOnce, rows) - 1)}::bigint) AS n (i)`
      : sql`(WITH RECURSIVE n (i) AS (SELECT ${sql.lit(from)} UNION ALL SELECT i + 1 FROM n
          WHERE i + 1 < ${sql.lit(Math.min(from + rowsAtOnce, rows))}) SELECT i FROM n) AS n`
    await sql`INSERT INTO logs (user_id, username, created_at, type, quota, channel, token_id, token_name, model_name,
        prompt_tokens, completion_tokens, use_time, is_stream, "group", content, other, facts, request_id)
      SELECT u, 'bench' || u, ${sql.lit(start)} + (i * ${sql.lit(spanSeconds)}) / ${sql.lit(rows)},
        CASE WHEN i % 50 = 7 THEN 5 ELSE 2 END, CASE WHEN i % 50 = 7 THEN 0 ELSE 100 + i % 1000 END,
        1 + (u * 3 + i % 3) % 50, u * 10 + i % 2, 'token ' || (i % 2), 'model-' || ((u * 3 + i % 3) % 40),
        1200, 300, i % 20, 1, CASE u % 3 WHEN 0 THEN 'vip' ELSE 'default' END, '', '', ${sql.lit(facts)},
        'bench-' || i
      FROM (SELECT i, CASE WHEN i % 2 = 0 THEN 1 WHEN i < 100 THEN 102 ELSE 2 + (i / 2) % 100 END AS u FROM ${numbers}) AS calls`.execute(
      open.store,
    )
  }
  await fillHours(open.store)
  await sql`ANALYZE`.execute(open.store)
  await open.close()
}

const sumColumns = sql`calls, failures, quota, prompt_tokens, completion_tokens, use_seconds, first_calls, first_ms`
const hourColumns = sql`hour, user_id, token_id, channel_id, model_name, "group", username, token_name, ${sumColumns}`

async function fillHours(store: Store): Promise<void> {
  await sql`INSERT INTO usage_hours (${hourColumns})
    SELECT created_at - created_at % 3600, user_id, token_id, channel, model_name, "group", username, token_name,
      sum(CASE WHEN type = 2 THEN 1 ELSE 0 END), sum(CASE WHEN type = 5 THEN 1 ELSE 0 END), sum(quota),
      sum(prompt_tokens), sum(completion_tokens), sum(use_time), count(*), count(*) * 250
    FROM logs GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`.execute(store)
  const sums = sql`sum(calls), sum(failures), sum(quota), sum(prompt_tokens), sum(completion_tokens), sum(use_seconds),
    sum(first_calls), sum(first_ms)`
  await sql`INSERT INTO usage_days (${hourColumns}) SELECT hour - hour % 86400, user_id, token_id, channel_id, model_name, "group",
    username, token_name, ${sums} FROM usage_hours GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`.execute(store)
  await sql`INSERT INTO usage_model_hours (hour, model_name, ${sumColumns})
    SELECT hour, model_name, ${sums} FROM usage_hours GROUP BY 1, 2`.execute(store)
}
