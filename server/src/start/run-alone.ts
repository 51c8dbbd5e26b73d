import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { restartProcess } from './restart.ts'
import { sayReady } from './say-ready.ts'
import { startServer } from './server.ts'

/** The whole server in this process. */
export async function runAlone(config: Config, log: Log): Promise<void> {
  const server = await startServer(config, log, { warmsUp: true })
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
  sayReady(log, server.url)
}
