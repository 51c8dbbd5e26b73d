import type { Amounts, PriceRow } from '../../../../../components/options/price-maps.ts'
import { dollarsOfPrice } from '../../../../../components/options/price-math.ts'
import { listedPrice } from '../../../../../lib/format/price-text.ts'
import { useText } from '../../../../../lib/text/text.ts'
import { readDecimal } from '../../read-decimal.ts'
import { fieldsOf, ratiosOf, type TokenFieldName, typeField } from '../edit/token-fields.ts'
import { pricingText } from '../pricing.text.ts'
import type { Prices } from '../use-prices.ts'

const completionRatioOf = ({ CompletionRatio = 1 }: Amounts) => CompletionRatio

/** The value of each cell of a row, whether it differs from the stored one, and its callbacks. */
export function usePriceCells({ storedOf, set, quotaPerUnit }: Prices) {
  const t = useText(pricingText)
  return ({ model, amounts }: PriceRow) => {
    const stored = storedOf(model)
    const shared = { state: amounts, onRestore: (before: Amounts) => set(model, before) }
    const fields = fieldsOf(amounts.ModelRatio, completionRatioOf(amounts), quotaPerUnit)
    const isRatioChanged = stored.ModelRatio !== amounts.ModelRatio
    const isCompletionChanged = completionRatioOf(stored) !== completionRatioOf(amounts)
    const isTokenChanged: Record<TokenFieldName, boolean> = {
      ratio: isRatioChanged,
      input: isRatioChanged,
      completion: isCompletionChanged,
      output: isRatioChanged || isCompletionChanged,
    }
    return {
      token: (name: TokenFieldName) => ({
        ...shared,
        value: fields[name],
        listed: name === 'input' || name === 'output' ? listedPrice(fields[name]) : fields[name],
        isChanged: isTokenChanged[name],
        onType(text: string) {
          const { fields: next, problem } = typeField(fields, name, text, quotaPerUnit)
          const ratios = ratiosOf(next)
          if (problem || !ratios) return t(problem ?? 'number')
          const isInput = name === 'ratio' || name === 'input'
          set(model, {
            ...amounts,
            ...(isInput ? { ModelRatio: ratios.ratio } : { CompletionRatio: ratios.completion }),
          })
          return undefined
        },
      }),
      call: {
        ...shared,
        value: amounts.ModelPrice === undefined ? '' : dollarsOfPrice(amounts.ModelPrice),
        isChanged: stored.ModelPrice !== amounts.ModelPrice,
        onType(text: string) {
          const read = readDecimal(text)
          if ('problem' in read) return t(read.problem)
          set(model, { ...amounts, ModelPrice: Number(read.text) })
          return undefined
        },
      },
    }
  }
}
