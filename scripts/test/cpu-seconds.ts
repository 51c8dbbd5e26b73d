import { readFileSync } from 'node:fs'

/** Linux reports CPU time to programs in hundredths of a second, on every kernel. */
const ticksPerSecond = 100

/**
 * CPU time of a process and of its children that have ended and been waited for, with their own such children. Node itself
 * knows only the first part. A child that still runs is not counted, nor is a process whose parent ended before it, as happens
 * to some helpers of a browser. Undefined where there is no /proc.
 */
export function cpuSeconds(): { own: number; children: number } | undefined {
  let stat: string
  try {
    stat = readFileSync('/proc/self/stat', 'utf8')
  } catch {
    return undefined
  }
  // The name of the program stands in parentheses and may contain spaces; the numbered fields follow it from the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15).map(Number)
  return { own: (utime + stime) / ticksPerSecond, children: (cutime + cstime) / ticksPerSecond }
}
