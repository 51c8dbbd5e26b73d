import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { eventually } from '../harness/eventually.ts'
import { childEnv } from './child-env.ts'

const main = join(import.meta.dirname, '..', '..', 'src', 'main.mjs')

export type LogLine = { msg: string; url?: string; pid?: number }
export type Ending = { code: number | null; signal: NodeJS.Signals | null; output: string; errors: string }
export type ServerProcess = {
  url: string
  pid: number
  kill(signal: NodeJS.Signals): void
  /** What it has logged with this message so far, in order. */
  logged(message: string): LogLine[]
  ended: Promise<Ending>
  /** The address of the process that takes over, once it is ready; undefined when there is none. */
  restarted: Promise<string | undefined>
}

/** A server as `npm start` runs it, in a process of its own and with this environment alone. */
function launch(env: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: { ...childEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const errors: string[] = []
  const [ready, again] = [Promise.withResolvers<string | undefined>(), Promise.withResolvers<string | undefined>()]
  let isReady = false
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    const { msg, url } = JSON.parse(line) as LogLine
    if (msg !== 'ready') return
    if (isReady) again.resolve(url)
    isReady = true
    ready.resolve(url)
  })
  child.stderr.on('data', (chunk) => errors.push(String(chunk)))
  const ended = once(child, 'close').then(([code, signal]): Ending => {
    ready.resolve(undefined)
    again.resolve(undefined)
    return { code, signal, output: lines.join('\n'), errors: errors.join('') }
  })
  const logged = (message: string) =>
    lines.map((line) => JSON.parse(line) as LogLine).filter(({ msg }) => msg === message)
  return { child, ready: ready.promise, restarted: again.promise, ended, logged }
}

/** It does not outlive its test. */
export async function startProcess(t: Pick<TestContext, 'after'>, env: Record<string, string>): Promise<ServerProcess> {
  const { child, ready, restarted, ended, logged } = launch({ HOST: '127.0.0.1', PORT: '0', ...env })
  t.after(() => child.kill('SIGKILL'))
  const url = await ready
  if (!url || !child.pid) throw new Error(`the server did not start:\n${(await ended).errors}`)
  return { url, pid: child.pid, kill: (signal) => void child.kill(signal), ended, restarted, logged }
}

/** A server that has logged this and is still about to be ready. */
export async function startHalfway(
  t: Pick<TestContext, 'after'>,
  env: Record<string, string>,
  message: string,
): Promise<Pick<ServerProcess, 'pid' | 'kill' | 'logged' | 'ended'>> {
  const { child, ended, logged } = launch({ HOST: '127.0.0.1', PORT: '0', ...env })
  t.after(() => child.kill('SIGKILL'))
  await eventually(message, () => logged(message).length > 0)
  return { pid: child.pid ?? 0, kill: (signal) => void child.kill(signal), ended, logged }
}

/** For a start that is meant to fail. */
export async function startInVain(env: Record<string, string>): Promise<Ending> {
  const { child, ready, ended } = launch({ HOST: '127.0.0.1', PORT: '0', ...env })
  if (await ready) child.kill('SIGKILL')
  return ended
}
