import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { FrozenWork } from './frozen-process.ts'

/** Starts a process and waits until it has stopped itself inside its transaction. */
export async function startFrozenProcess(t: Pick<TestContext, 'after'>, work: FrozenWork) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'frozen-process.ts'), JSON.stringify(work)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  const ended = once(child, 'close').then(() => {})
  const said = once(child.stdout, 'data').then(([line]) => String(line))
  const first = await Promise.race([said, ended])
  if (first !== 'frozen\n') throw new Error('the process ended before it froze')
  return { thaw: () => void child.kill('SIGCONT'), ended }
}
