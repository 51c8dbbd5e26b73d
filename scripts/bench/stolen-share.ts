import { existsSync, readFileSync } from 'node:fs'

const stealColumn = 7

/**
 * Returns the stolen share of the machine's CPU time since its last call, in percent. Only Linux reports it; elsewhere
 * the share is 0.
 */
export function createStolenShare(): () => number {
  let before = cpuTimes()
  return () => {
    const now = cpuTimes()
    const spent = now.map((time, column) => time - (before[column] ?? 0))
    before = now
    const total = spent.reduce((sum, time) => sum + time, 0)
    return total === 0 ? 0 : Math.round(((spent[stealColumn] ?? 0) / total) * 100)
  }
}

/** The first line of /proc/stat, all CPUs together: user, nice, system, idle, iowait, irq, softirq, steal. */
function cpuTimes(): number[] {
  if (!existsSync('/proc/stat')) return []
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
  return line.trim().split(/\s+/).slice(1, 9).map(Number)
}
