import { freePort } from '../../../server/test/outside/free-port.ts'
import { type ServerProcess, startProcess } from '../../../server/test/processes/server-process.ts'

/** One server of the layout. It keeps its port and its data folder when it is restarted. */
export type Instance = {
  url: string
  start(env?: Record<string, string>): Promise<void>
  /** As a deployment stops it: running calls finish. */
  stop(): Promise<void>
  pause(): void
  resume(): void
  /** How often it has logged this message since it was started. */
  logged(message: string): number
  end(): Promise<void>
}

export async function makeInstance(usual: Record<string, string>): Promise<Instance> {
  const PORT = String(await freePort())
  const ends: (() => unknown)[] = []
  let running: ServerProcess | undefined
  const current = () => {
    if (!running) throw new Error('the instance was not started')
    return running
  }
  return {
    url: `http://127.0.0.1:${PORT}`,
    async start(env = {}) {
      running = await startProcess({ after: (end) => void ends.push(end as () => unknown) }, { ...usual, PORT, ...env })
    },
    async stop() {
      current().kill('SIGTERM')
      const { code, signal, errors } = await current().ended
      if (code !== 0) throw new Error(`an instance ended with ${code ?? signal}:\n${errors}`)
    },
    pause: () => current().kill('SIGSTOP'),
    resume: () => current().kill('SIGCONT'),
    logged: (message) => current().logged(message).length,
    async end() {
      for (const end of ends) end()
      await running?.ended
    },
  }
}
