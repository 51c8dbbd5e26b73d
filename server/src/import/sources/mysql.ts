import type { Row } from '../row.ts'
import type { Connection } from './source.ts'

/** MySQL and MariaDB; their client is loaded here alone. */
export async function connectMysql(dsn: string): Promise<Connection> {
  const { createConnection } = await import('mysql2/promise')
  const connection = await createConnection({
    uri: mysqlUrl(dsn),
    charset: 'utf8mb4',
    connectTimeout: 10_000,
    typeCast: (field) => field.string('utf8'),
  })
  await connection.query(`SET SESSION sql_mode = 'ANSI_QUOTES'`)
  await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ')
  await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY')
  const query: Connection['query'] = async (text, parameters = []) => {
    const [rows] = await connection.query(text, [...parameters])
    return rows as Row[] // of a SELECT, every value converted to text above
  }
  return {
    query,
    columns: () =>
      query(
        `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
         WHERE table_schema = database()`,
      ),
    close: () => connection.end(),
  }
}

/** `user:password@tcp(host:3306)/name?charset=utf8mb4`, as servers of this family have it in SQL_DSN, or a mysql:// address. */
function mysqlUrl(dsn: string): string {
  const [, user, password = '', address, name] = /^([^:@]*)(?::(.*))?@tcp\(([^)]*)\)\/([^?]*)/.exec(dsn) ?? []
  if (user === undefined || !address || !name) return dsn
  return `mysql://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${address}/${encodeURIComponent(name)}`
}

export const isMysqlDsn = (text: string) => text.startsWith('mysql://') || /@tcp\([^)]*\)\//.test(text)
