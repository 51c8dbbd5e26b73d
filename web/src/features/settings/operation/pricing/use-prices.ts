import { useMemo } from 'react'
import type { OptionTexts } from '../../../../components/options/option-texts.ts'
import {
  type Amounts,
  amountsOf,
  type PriceMaps,
  priceKeys,
  readMaps,
  textsWith,
} from '../../../../components/options/price-maps.ts'
import { useDefaultOptions } from '../../../../components/options/use-options.ts'
import type { OptionForm } from '../../form/section-table.ts'

const useMaps = (texts: OptionTexts | undefined): PriceMaps | undefined => {
  const [price, ratio, completion] = priceKeys.map((key) => texts?.[key])
  return useMemo(
    () => readMaps({ ModelPrice: price, ModelRatio: ratio, CompletionRatio: completion }),
    [price, ratio, completion],
  )
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
