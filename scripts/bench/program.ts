import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** A running program that is measured. */
export type Program = { url: string; pid: number; stop(): Promise<void> }

/** Starts a program that prints its URL, alone on a line or in the log line `ready`. */
export async function startProgram(args: string[], env: Record<string, string> = {}): Promise<Program> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await readyUrl(child)
  return programOf(child, url)
}

const running = new Set<ChildProcess>()
// No program outlives a benchmark that fails.
process.once('exit', () => {
  for (const child of running) child.kill()
})

export function programOf(child: ChildProcess, url: string): Program {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return {
    url,
    pid: child.pid as number, // the program has printed a line, so it has a pid
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function readyUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the program has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const url = urlIn(line)
    if (url) {
      child.stdout.resume()
      return url
    }
  }
  throw new Error('the program ended before it was ready')
}

function urlIn(line: string): string | undefined {
  if (line.startsWith('http://')) return line.trim()
  const event = line.startsWith('{') ? (JSON.parse(line) as { msg?: string; url?: string }) : {}
  return event.msg === 'ready' ? event.url : undefined
}

/** CPU time that the threads of a process and of its children have used so far, in microseconds. */
export function cpuMicroseconds(pid: number): number {
  return [pid, ...descendantsOf(pid)].reduce((sum, each) => sum + ownCpuMicroseconds(each), 0)
}

/** The processes that a process has started, and theirs. */
export function descendantsOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((each) => each > 0 && parentOf(each) === pid)
  return children.flatMap((child) => [child, ...descendantsOf(child)])
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]) // the name before may have spaces
  } catch {
    return 0 // the process has ended meanwhile
  }
}

function ownCpuMicroseconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, part) => sum + part, 0) / 1000
}

/** Resident memory of a process, in MB. */
export function residentMegabytes(pid: number): number {
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round(Number(resident?.[1] ?? 0) / 1024)
}
