import { readConfig } from './config.ts'
import { createLog } from './log.ts'
import { startServer } from './server.ts'
import { StartError } from './start-error.ts'
import { MigrationRefused } from './store/migration-record.ts'

try {
  const config = readConfig(process.env)
  const log = createLog(config.LOG_LEVEL)
  const server = await startServer(config, log)
  const stop = async (signal: string) => {
    log.info('stopping', { signal })
    try {
      await server.stop()
      process.exit(0)
    } catch (error) {
      log.error('did not stop cleanly', { error })
      process.exit(1)
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', { error }))

  log.info('ready', { url: server.url })
  if (process.stdout.isTTY) console.log(`\n  Turnpike is at ${server.url}\n`)
} catch (error) {
  // An error the operator can fix is one readable text; any other error is a bug and comes with its stack.
  const isForOperator = error instanceof StartError || error instanceof MigrationRefused
  console.error(isForOperator ? `Turnpike cannot start.\n${error.message}` : error)
  process.exit(1)
}
