import { existsSync } from 'node:fs'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { Client } from 'pg'
import type { Row } from '../row.ts'
import { readLitellm } from './litellm.ts'
import { connectMysql, isMysqlDsn } from './mysql.ts'
import { type Connection, type Source, sourceOver } from './source.ts'

export type OpenSource = { source: Source; family: Family }

/** Opens the source that the operator named: a config.yaml, the address of a database, or a SQLite file. */
export async function openSource(named: string, env: NodeJS.ProcessEnv): Promise<OpenSource> {
  if (/\.ya?ml$/i.test(named)) return { source: readLitellm(named, env), family: { name: 'litellm', version: '' } }
  const source = await sourceOver(await connect(named))
  try {
    return { source, family: recognise(source) }
  } catch (error) {
    await source.close()
    throw error
  }
}

function connect(named: string) {
  if (/^postgres(ql)?:\/\//.test(named)) return connectPostgres(named)
  if (isMysqlDsn(named)) return connectMysql(named)
  return connectSqlite(named.replace(/\?_\w+=.*$/, '')) // options of another SQLite driver
}

/** One snapshot for the whole import, in a read-only transaction. */
async function connectPostgres(url: string): Promise<Connection> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser: () => (text: string) => text },
  })
  await client.connect()
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
  const query: Connection['query'] = async (text, parameters = []) => {
    let number = 0
    const { rows } = await client.query<Row>(
      text.replaceAll('?', () => `$${++number}`),
      [...parameters],
    )
    return rows
  }
  return {
    query,
    columns: () =>
      query(
        `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
         WHERE table_schema = current_schema()`,
      ),
    close: () => client.end(),
  }
}

/** A file that is opened for reading only. */
async function connectSqlite(path: string): Promise<Connection> {
  if (!existsSync(path)) throw new Error(`there is no file ${path}`)
  const database = new DatabaseSync(path, { readOnly: true })
  database.exec('BEGIN')
  const query: Connection['query'] = async (text, parameters = []) => {
    const statement = database.prepare(text)
    statement.setReadBigInts(true)
    const given = parameters.map((value) => (/^-?\d+$/.test(String(value)) ? BigInt(value) : value))
    return statement
      .all(...given)
      .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asText(value)])))
  }
  return {
    query,
    columns: () =>
      query(
        `SELECT tables.name AS "table", columns.name AS "column"
         FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'`,
      ),
    close: async () => database.close(),
  }
}

function asText(value: SQLOutputValue): string | null {
  if (value === null) return null
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value)
}

/** The server software of a source. Its version is that of the newest column found. */
export type Family = { name: 'one-api' | 'new-api' | 'litellm'; version: string }

/** Recognises a server by the columns of its tables. */
function recognise({ tables }: Pick<Source, 'tables'>): Family {
  const has = (table: string, column: string) => tables.get(table)?.has(column) ?? false
  if (has('users', 'username_key') && tables.has('schema_migrations'))
    throw new Error('this is a database of Turnpike: the source must be another server')
  const missing = ['users', 'tokens', 'channels'].filter((table) => !tables.has(table))
  if (missing.length > 0)
    throw new Error(`these tables are missing: ${missing.join(', ')}; it is no database of one-api or new-api`)
  if (has('users', 'aff_quota')) {
    if (has('channels', 'channel_info')) return { name: 'new-api', version: 'current' }
    if (has('channels', 'param_override')) return { name: 'new-api', version: '0.8' }
    return { name: 'new-api', version: has('users', 'setting') ? '0.5' : '0.4' } // since 0.4.8
  }
  const isNewer = has('channels', 'config') || has('tokens', 'models') || has('tokens', 'subnet')
  return { name: 'one-api', version: isNewer ? '0.6' : '0.5' }
}
