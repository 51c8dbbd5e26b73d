import { stepEnds } from './window.ts'

/** The usage of a limit: the amount that running calls reserve, and the amount used per step of time. */
export type Counter = { reserved: number; steps: ReadonlyMap<number, number> }

export const sumOf = ({ reserved, steps }: Counter): number =>
  [...steps.values()].reduce((sum, amount) => sum + amount, reserved)

/** When enough of what was used has left the window; undefined where the ends of running calls decide. */
export function freeAt(key: string, { reserved, steps }: Counter, missing: number): number | undefined {
  if (reserved >= missing) return undefined
  let freed = 0
  for (const [step, amount] of [...steps].sort(([one], [other]) => one - other)) {
    freed += amount
    if (freed >= missing) return stepEnds(key, step)
  }
  return undefined
}
