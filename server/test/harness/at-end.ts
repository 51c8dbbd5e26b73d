import type { TestContext } from 'node:test'

const cleanups = new WeakMap<TestContext, (() => unknown)[]>()

/** Cleans up when the test is over, last thing first: what stands on a store goes before the store. */
export function atEnd(t: TestContext, cleanup: () => unknown): void {
  const known = cleanups.get(t)
  if (known) {
    known.push(cleanup)
    return
  }
  const all = [cleanup]
  cleanups.set(t, all)
  t.after(async () => {
    for (const one of all.reverse()) await one()
  })
}
