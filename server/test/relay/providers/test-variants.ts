import { test } from 'node:test'
import type { Defects } from './provider-rows.ts'

/**
 * One test of several variants, which run at once; a failure says which of them failed, and how. A variant that is a known
 * defect is a test by itself and must fail.
 */
export function testVariants<Variant extends { variant: string }>(
  name: string,
  variants: Variant[],
  run: (variant: Variant) => Promise<unknown>,
  defects: Defects = {},
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
  const results = await Promise.allSettled(variants.map(run))
  const failures = results.flatMap((result, at) =>
    result.status === 'rejected' ? [{ variant: variants[at]?.variant, reason: result.reason as Error }] : [],
  )
  if (failures.length === 0) return
  const message = failures.map(({ variant, reason }) => `${variant}: ${reason.message}`).join('\n')
  throw new Error(message, { cause: failures[0]?.reason })
}
