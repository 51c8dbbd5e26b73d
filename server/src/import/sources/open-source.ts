import { type Family, recognise } from './family.ts'
import { readLitellm } from './litellm.ts'
import { connectMysql, isMysqlDsn } from './mysql.ts'
import { connectPostgres } from './postgres.ts'
import { type Source, sourceOver } from './source.ts'
import { connectSqlite } from './sqlite.ts'

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
