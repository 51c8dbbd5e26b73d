import { readConfig } from './config.ts'
import { createLog } from './log.ts'
import { restartProcess } from './restart.ts'
import { startServer } from './server.ts'
import { StartError } from './start-error.ts'
import { MigrationRefused } from './store/migration-record.ts'

try {
  const config = readConfig(process.env)
  const log = createLog(config.LOG_LEVEL)
  const server = await startServer(config, log)
  const stop = async (end: () => never) => {
    try {
      await server.stop()
    } catch (error) {
      log.error('did not stop cleanly', { error })
      process.exit(1)
    }
    end()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      log.info('stopping', { signal })
      void stop(() => process.exit(0))
    })
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', { error }))
  // Calls contain their own errors. After any other the state of the process is unknown: running calls finish and are
  // charged, and a new process takes over.
  process.on('uncaughtException', (error) => {
    log.error('unexpected error: restarting when the running calls are done', { error })
    void stop(restartProcess)
  })

  log.info('ready', { url: server.url })
  if (process.stdout.isTTY) console.log(`\n  Turnpike is at ${server.url}\n`)
} catch (error) {
  // An error the operator can fix is one readable text; any other error is a bug and comes with its stack.
  const isForOperator = error instanceof StartError || error instanceof MigrationRefused
  console.error(isForOperator ? `Turnpike cannot start.\n${error.message}` : error)
  process.exit(1)
}
