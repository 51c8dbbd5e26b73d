import { type Config, readConfig, variableNames } from '../../config.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

type Env = Record<string, string | undefined>

/** Variables of related gateways that have no effect here. */
const foreign = new Set([
  'BATCH_UPDATE_ENABLED',
  'BATCH_UPDATE_INTERVAL',
  'FRONTEND_BASE_URL',
  'GEMINI_SAFETY_SETTING',
  'GIN_MODE',
  'GLOBAL_API_RATE_LIMIT',
  'GLOBAL_WEB_RATE_LIMIT',
  'INITIAL_ROOT_TOKEN',
  'MEMORY_CACHE_ENABLED',
  'NODE_TYPE',
  'RELAY_PROXY',
  'SQL_MAX_IDLE_CONNS',
  'SQL_MAX_LIFETIME',
  'SYNC_FREQUENCY',
])
/** Read by commands and not by the server. */
const ofCommands = ['BACKUP_PASSPHRASE', 'MOVE_TO_DSN', 'MOVE_LOG_TO_DSN']

/** Without a configuration nothing else can be checked. */
export function checkEnvironment(env: Env): { findings: Finding[]; config?: Config } {
  const findings = Object.keys(env).flatMap(unknownName)
  try {
    const config = readConfig(env)
    if (config.SQLITE_SYNCHRONOUS === 'NORMAL' && config.database.kind === 'sqlite')
      findings.push(
        warning('environment', 'SQLITE_SYNCHRONOUS is NORMAL', 'A power cut may lose the last calls; FULL does not.'),
      )
    return { findings: findings.length > 0 ? findings : [ok('environment', 'every variable can be used')], config }
  } catch (error) {
    const advice = 'Correct these variables: docs/configuration.md lists all of them.'
    return { findings: [...findings, problem('environment', reasonOf(error), advice)] }
  }
}

function unknownName(name: string): Finding[] {
  if (variableNames.includes(name) || ofCommands.includes(name)) return []
  const meant = variableNames.find((known) => isNearly(name, known))
  if (meant) return [warning('environment', `${name} is not read`, `Did you mean ${meant}?`)]
  if (!foreign.has(name)) return []
  return [warning('environment', `${name} is not read`, 'It belongs to another gateway: remove it.')]
}

/** Short names resemble too many others. */
const isNearly = (name: string, known: string) =>
  known.length > 5 && distance(name, known, 3) <= (known.length > 9 ? 2 : 1)

/** The number of characters to add, remove or change, up to `limit`. */
function distance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit) return limit
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, character] of [...one].entries()) {
    const next = [at + 1]
    for (let index = 0; index < other.length; index++) {
      const replaced = (row[index] ?? 0) + (character === other[index] ? 0 : 1)
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? limit
}
