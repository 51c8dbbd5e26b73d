import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PriceAmounts, type PriceKey, priceBookApi, priceKeys } from '@turnpike/contract/money/price-book'
import { defaultOptions } from '@turnpike/contract/options'
import table from '../default-prices.json' with { type: 'json' }
import { buildPriceBook, priceOf, type ShippedModel, shippedColumns } from '../price-book.ts'
import { editionBefore, shippedEdition } from './edition.ts'

const before = await editionBefore()
const shipped: Record<string, ShippedModel> = table as Record<string, ShippedModel>
const amountOf = (amounts: PriceAmounts, key: PriceKey) => amounts[key] ?? undefined

test('the edition has a day, and the amounts before it can be a price change', () => {
  assert.match(shippedEdition.day, /^20\d\d-\d\d-\d\d$/)
  const changes = Object.entries(before).map(([model, amounts]) => ({ model, amounts }))
  assert.ok(changes.length > 200)
  assert.ok(priceBookApi.change.body?.safeParse({ effective_at: 0, changes }).success)
})

test('each amount before is another than the one now, of a model in the table', () => {
  for (const [model, amounts] of Object.entries(before)) {
    const row = shipped[model]
    assert.ok(row, model)
    assert.ok(
      priceKeys.some((key) => JSON.stringify(amountOf(amounts, key)) !== JSON.stringify(row[shippedColumns[key]])),
      model,
    )
    // An amount that only this edition has would otherwise stay after a return to the amounts before.
    for (const key of priceKeys)
      if (!['ModelPrice', 'ModelRatio', 'CompletionRatio'].includes(key) && row[shippedColumns[key]] !== undefined)
        assert.ok(key in amounts, `${model} ${key}`)
  }
})

test('with the amounts before as overrides, prices are those of the edition before', () => {
  const options = defaultOptions()
  for (const [model, amounts] of Object.entries(before))
    for (const key of priceKeys) {
      const [amount, row] = [amounts[key], shipped[model]]
      if (amount !== undefined && amount !== null) Reflect.set(options[key], model, amount)
      else if (row?.[shippedColumns[key]] !== undefined) Reflect.set(options[key], model, null)
    }
  const book = buildPriceBook(options)
  const tiersOf = (model: string) => {
    const price = priceOf(book, model)
    assert.equal(price?.kind, 'tokens')
    return price?.kind === 'tokens' ? price.tiers : undefined
  }
  assert.equal(priceOf(book, 'gpt-6-sol'), undefined)
  assert.partialDeepStrictEqual(priceOf(book, 'gpt-5.6'), { ratio: 2.5, completion_ratio: 6 })
  assert.equal(tiersOf('gpt-5.6'), undefined)
  assert.equal(tiersOf('gpt-4o'), undefined)
  assert.partialDeepStrictEqual(priceOf(book, 'deepseek-v4-flash'), { ratio: 0.07, completion_ratio: 2 })
  assert.partialDeepStrictEqual(priceOf(book, 'gemini-2.5-flash-image'), { ratio: 0.15, completion_ratio: 100 })
  const flashImage = priceOf(book, 'gemini-2.5-flash-image')
  assert.ok(flashImage?.kind === 'tokens' && flashImage.image_completion_ratio === undefined)
})
