import { flushCompileCache } from 'node:module'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { connectWorker } from '../workers/connect-worker.ts'
import type { WorkerEnd } from '../workers/topics.ts'
import { startServer } from './server.ts'

/** One of several processes that serve one port; its supervisor has started it. */
export async function runWorker(config: Config, log: Log): Promise<void> {
  const { workerServices, ready, leaving, part, toldToEnd } = connectWorker(config)
  // A terminal sends these to every process of a group. The supervisor gets them too, and decides.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  const server = await startServer(config, log, { workerServices, warmsUp: true })
  const end = async (code: number, ending?: WorkerEnd) => {
    try {
      await server.stop(ending)
      await part()
    } catch (error) {
      log.error('did not stop cleanly', { error })
      process.exit(1)
    }
    process.exit(code)
  }
  process.once('SIGTERM', () => void end(0))
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', { error }))
  // The state of the process is unknown: running calls finish and are charged, and another worker is started now.
  process.on('uncaughtException', (error) => {
    log.error('unexpected error: ending when the running calls are done', { error })
    leaving()
    void end(1, { isReplaced: true, isWatched: false })
  })
  void toldToEnd.then((ending) => end(0, ending))
  flushCompileCache() // for the workers that start after this one
  ready(server.url)
}
