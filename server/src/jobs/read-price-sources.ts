import type { Deps } from '../deps.ts'
import { editionBefore, shippedEdition } from '../domain/money/pricing/shipped/edition.ts'
import { runDueSources } from '../domain/money/pricing/sources/price-sources.rules.ts'
import { recordShippedEdition } from '../domain/money/pricing/sources/shipped-edition.rules.ts'

export const readPriceSourcesEverySeconds = 30

/** Reads the price sources whose time has come. The first run records the version of the shipped prices. */
export function readPriceSources(deps: Deps, holder: string): () => Promise<void> {
  let isRecorded = false
  return async () => {
    if (!isRecorded) await recordShippedEdition(deps, { day: shippedEdition.day, before: editionBefore }, deps.clock())
    isRecorded = true
    await runDueSources(deps, holder)
  }
}
