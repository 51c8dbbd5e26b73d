/** The address of a database. `:memory:` is a SQLite database that ends with its handle. */
export type DatabaseAddress = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }

/**
 * Reads a DSN. As in related gateways, an empty text or one that begins with `local` means the SQLite file. A DSN holds
 * a password, so no message repeats it.
 */
export function parseDsn(dsn: string, sqlitePath: string): DatabaseAddress {
  const text = dsn.trim()
  if (text === '' || text.startsWith('local')) return { kind: 'sqlite', path: withoutDriverOptions(sqlitePath) }
  if (!/^postgres(ql)?:\/\//.test(text))
    throw new Error('only SQLite and PostgreSQL are supported: leave it empty for SQLite or give a postgres:// address')
  if (!URL.canParse(text))
    throw new Error(
      'is not a valid postgres:// address: percent-encode special characters in the user name and password',
    )
  return { kind: 'postgres', url: text }
}

/** Existing installations may have options of another SQLite driver after the path: `one-api.db?_busy_timeout=5000`. */
const withoutDriverOptions = (path: string) => path.replace(/\?_\w+=.*$/, '')
