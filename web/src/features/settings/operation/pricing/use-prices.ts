import { priceKeys } from '@turnpike/contract/money/price-book'
import { useMemo } from 'react'
import type { OptionTexts } from '../../../../components/options/option-texts.ts'
import {
  type Amounts,
  amountsOf,
  type PriceMaps,
  readMaps,
  textsWith,
} from '../../../../components/options/price-maps.ts'
import { useDefaultOptions } from '../../../../components/options/use-options.ts'
import type { OptionForm } from '../../form/section-table.ts'

/** Read again when one of the texts of prices changes. */
function useMaps(texts: OptionTexts | undefined): PriceMaps | undefined {
  const known = priceKeys.map((key) => texts?.[key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts are all that the maps are made of
  return useMemo(() => texts && readMaps(texts), known)
}

export type Prices = ReturnType<typeof usePrices> & { maps: PriceMaps }

/** The prices in the form, model by model. `maps` is undefined while one of the JSON texts is broken. */
export function usePrices(form: OptionForm) {
  const maps = useMaps(form.texts)
  const stored = useMaps(form.stored)
  const shipped = useMaps(useDefaultOptions().data)
  return {
    maps,
    quotaPerUnit: Number(form.stored.QuotaPerUnit),
    /** The stored amounts of a model. */
    storedOf: (model: string): Amounts => (stored ? amountsOf(stored, model) : {}),
    /** The shipped amounts of a model, once they are loaded. */
    shippedOf: (model: string): Amounts | undefined => shipped && amountsOf(shipped, model),
    set: (model: string, amounts: Amounts) => maps && form.edit(textsWith(maps, model, amounts)),
  }
}
