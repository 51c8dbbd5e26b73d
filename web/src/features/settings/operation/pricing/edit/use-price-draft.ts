import { isTextWithin } from '@turnpike/contract/bounds'
import { modelNameBounds } from '@turnpike/contract/names'
import { useState } from 'react'
import { changedKeys } from '../../../../../components/form/changed-keys.ts'
import { type Amounts, amountsOf, billingOf, isPriced } from '../../../../../components/options/price-maps.ts'
import { dollarsOfPrice } from '../../../../../components/options/price-math.ts'
import { useText } from '../../../../../lib/text/text.ts'
import { readDecimal } from '../../read-decimal.ts'
import { pricingText } from '../pricing.text.ts'
import type { Prices } from '../use-prices.ts'
import { drawerText } from './price-drawer.text.ts'
import { fieldsOf, ratiosOf, type TokenFieldName, type TokenFields, typeField } from './token-fields.ts'

type Draft = { model: string; billing: 'token' | 'call'; fields: TokenFields; call: string }
type Problems = Partial<Record<'model' | 'call' | TokenFieldName, string>>

/** The state of the drawer: the typed values, the values computed from them, and the problems when they are applied. */
export function usePriceDraft({ maps, quotaPerUnit, set }: Prices, model: string, isNew: boolean) {
  const t = useText(pricingText)
  const tDrawer = useText(drawerText)
  const [start] = useState<Draft>(() => {
    const amounts = amountsOf(maps, model)
    return {
      model,
      billing: billingOf(amounts),
      fields: fieldsOf(amounts.ModelRatio, amounts.CompletionRatio ?? 1, quotaPerUnit),
      call: amounts.ModelPrice === undefined ? '' : dollarsOfPrice(amounts.ModelPrice),
    }
  })
  const [draft, setDraft] = useState(start)
  const [problems, setProblems] = useState<Problems>({})
  const name = draft.model.trim()

  function nameProblem(): string | undefined {
    if (!isNew) return undefined
    if (name === '') return tDrawer('nameMissing')
    if (!isTextWithin(modelNameBounds, name)) return t('nameBad')
    return isPriced(amountsOf(maps, name)) ? tDrawer('nameTaken') : undefined
  }
  function priceProblems(): Problems {
    if (draft.billing === 'call') {
      const read = readDecimal(draft.call)
      return 'problem' in read ? { call: t(read.problem) } : {}
    }
    const wrong = (['input', 'output', 'ratio', 'completion'] as const).filter((each) => problems[each])
    if (wrong.length > 0) return Object.fromEntries(wrong.map((each) => [each, problems[each]]))
    return ratiosOf(draft.fields) ? {} : { input: t('number') }
  }
  /** A price per call keeps the stored ratio, so that a switch back to tokens finds it again. */
  function amountsWanted(): Amounts {
    const now = amountsOf(maps, name)
    if (draft.billing === 'call') {
      const read = readDecimal(draft.call)
      return 'text' in read ? { ...now, ModelPrice: Number(read.text) } : now
    }
    const ratios = ratiosOf(draft.fields)
    return ratios ? { ModelRatio: ratios.ratio, CompletionRatio: ratios.completion } : now
  }

  return {
    draft,
    isChanged: changedKeys(start, draft).length > 0,
    problems,
    edit(change: Partial<Draft>) {
      setDraft((before) => ({ ...before, ...change }))
      setProblems(({ model: _, call: __, ...others }) => others)
    },
    typeToken(field: TokenFieldName, text: string) {
      const { fields, problem } = typeField(draft.fields, field, text, quotaPerUnit)
      setDraft({ ...draft, fields })
      setProblems(problem ? { [field]: t(problem) } : {})
    },
    /** Writes the price into the settings form and returns the model's name; undefined when there are problems. */
    apply(): string | undefined {
      const found: Problems = { ...priceProblems() }
      const wrongName = nameProblem()
      if (wrongName) found.model = wrongName
      setProblems(found)
      if (Object.keys(found).length > 0) return undefined
      set(name, amountsWanted())
      return name
    },
  }
}
