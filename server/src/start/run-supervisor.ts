import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { startSupervisor } from '../workers/supervisor.ts'
import { restartProcess } from './restart.ts'
import { sayReady } from './say-ready.ts'

/** Runs the workers, and serves nothing itself. */
export async function runSupervisor(config: Config, log: Log): Promise<void> {
  process.on('SIGHUP', () => {}) // it would end the process; before the first worker serves there is nothing to restart
  const supervisor = await startSupervisor(config, log)
  if (!supervisor) process.exit(1)
  const stop = async (end: () => never) => {
    if (!(await supervisor.stop())) process.exit(1)
    end()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      log.info('stopping', { signal })
      void stop(() => process.exit(0))
    })
  process.on('SIGHUP', () => {
    log.info('restarting the workers one by one')
    void supervisor.roll()
  })
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', { error }))
  process.on('uncaughtException', (error) => {
    log.error('unexpected error: restarting when the running calls are done', { error })
    void stop(restartProcess)
  })
  if (await supervisor.started) sayReady(log, supervisor.url, { workers: config.WORKERS })
}
