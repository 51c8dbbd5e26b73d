import type { Source } from './source.ts'

/** The server software of a source. Its version is that of the newest column found. */
export type Family = { name: 'one-api' | 'new-api' | 'litellm'; version: string }

/** Recognises a server by the columns of its tables. */
export function recognise({ tables }: Pick<Source, 'tables'>): Family {
  const has = (table: string, column: string) => tables.get(table)?.has(column) ?? false
  if (has('users', 'username_key') && tables.has('schema_migrations'))
    throw new Error('this is a database of Turnpike: the source must be another server')
  const missing = ['users', 'tokens', 'channels'].filter((table) => !tables.has(table))
  if (missing.length > 0)
    throw new Error(`these tables are missing: ${missing.join(', ')}; it is no database of one-api or new-api`)
  if (has('users', 'aff_quota')) {
    if (has('channels', 'channel_info')) return { name: 'new-api', version: 'current' }
    return { name: 'new-api', version: has('channels', 'param_override') ? '0.8' : '0.4' }
  }
  const isNewer = has('channels', 'config') || has('tokens', 'models') || has('tokens', 'subnet')
  return { name: 'one-api', version: isNewer ? '0.6' : '0.5' }
}
