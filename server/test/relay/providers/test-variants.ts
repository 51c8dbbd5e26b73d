import { test } from 'node:test'
import type { Variants } from './provider-rows.ts'

/**
 * One test of several variants; a failure says which of them failed, and how. A variant that is a known defect is a test
 * by itself, and must fail.
 */
export function testVariants<Variant extends { variant: string }>(
  name: string,
  variants: Variant[],
  run: (variant: Variant) => Promise<unknown>,
  defects: Variants = {},
): void {
  const sound = variants.filter(({ variant }) => !(variant in defects))
  if (sound.length > 0) test(name, () => runAll(sound, run))
  for (const each of variants.filter(({ variant }) => variant in defects))
    test(`${name}: ${each.variant}`, { expectFailure: defects[each.variant] }, async () => void (await run(each)))
}

async function runAll<Variant extends { variant: string }>(
  variants: Variant[],
  run: (variant: Variant) => Promise<unknown>,
): Promise<void> {
  const failures: { variant: string; error: Error }[] = []
  for (const each of variants) {
    try {
      await run(each)
    } catch (error) {
      failures.push({ variant: each.variant, error: error as Error }) // assertions throw errors
    }
  }
  const [first] = failures
  if (!first) return
  const message = failures.map(({ variant, error }) => `${variant}: ${error.message}`).join('\n')
  throw new Error(message, { cause: first.error })
}
