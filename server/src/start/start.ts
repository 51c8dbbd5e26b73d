import cluster from 'node:cluster'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { StartError } from '../start-error.ts'
import { MigrationRefused } from '../store/migration-record.ts'

try {
  const config = readConfig(process.env)
  const log = createLog(config.LOG_LEVEL)
  // Imported when needed: a supervisor loads nothing of the server.
  if (config.WORKERS === 1) await (await import('./run-alone.ts')).runAlone(config, log)
  else if (cluster.isPrimary) await (await import('./run-supervisor.ts')).runSupervisor(config, log)
  else await (await import('./run-worker.ts')).runWorker(config, log)
} catch (error) {
  // An error the operator can fix is one readable text; any other error is a bug and comes with its stack.
  const isForOperator = error instanceof StartError || error instanceof MigrationRefused
  console.error(isForOperator ? `Turnpike cannot start.\n${error.message}` : error)
  process.exit(1)
}
