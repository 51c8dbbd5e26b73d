import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Work } from './ledger-process.ts'

export type LedgerProcess = {
  /** What it has said since it began. */
  lines: string[]
  /** Lets it begin. */
  go(): void
  /** Waits until it has said so many lines in all. */
  said(count: number): Promise<void>
  kill(): void
  /** Lets it go on after it has stopped itself. */
  goOn(): void
  ended: Promise<void>
}

/** Starts a process that spends and waits until it is ready to. */
export async function startLedgerProcess(work: Work): Promise<LedgerProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'ledger-process.ts'), JSON.stringify(work)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  const ended = once(child, 'close').then(() => {})
  await Promise.race([once(reader, 'line'), ended])
  reader.on('line', (line) => lines.push(line))
  return {
    lines,
    go: () => void child.stdin.write('go\n'),
    async said(count) {
      while (lines.length < count && child.exitCode === null) await Promise.race([once(reader, 'line'), ended])
    },
    kill: () => void child.kill('SIGKILL'),
    goOn: () => void child.kill('SIGCONT'),
    ended,
  }
}
