import { commaList } from '../../../domain/routing/channels/comma-list.ts'
import { isObject } from '../../../domain/routing/channels/edit/json-text.ts'
import { isDeleted, jsonIn, type Row, textIn, wholeIn } from '../../row.ts'
import type { Family } from '../../sources/open-source.ts'

/** A model name that some channels map to another one, by which the source bills it. */
export type MappedName = {
  name: string
  /** The model whose price applies. */
  model: string
  /** The models that other channels request for the same name. */
  others: string[]
}

/** one-api and new-api before 0.4.8 bill a call by the name that its channel requests, and LiteLLM by its model. */
const billsByMapping = ({ name, version }: Family) => name !== 'new-api' || version === '0.4'

/** The model names that a mapping changes. The enabled channel with the highest priority decides. */
export function mappedNames(family: Family, channels: readonly Row[]): MappedName[] {
  if (!billsByMapping(family)) return []
  const models = new Map<string, string[]>()
  const usable = channels.filter((row) => !isDeleted(row) && textIn(row, 'problem') === '')
  for (const row of usable.sort(byCallOrder)) {
    const given = jsonIn(row, 'model_mapping')
    const mapping = isObject(given) ? given : {}
    for (const name of commaList(textIn(row, 'models'))) {
      const to = Object.hasOwn(mapping, name) ? mapping[name] : undefined
      const model = typeof to === 'string' && to !== '' ? to : name
      const known = models.get(name) ?? []
      models.set(name, known.includes(model) ? known : [...known, model])
    }
  }
  return [...models].flatMap(([name, [model = name, ...others]]) =>
    model === name && others.length === 0 ? [] : [{ name, model, others }],
  )
}

const isEnabled = (row: Row) => ['', '1'].includes(textIn(row, 'status'))

const byCallOrder = (one: Row, other: Row) =>
  Number(isEnabled(other)) - Number(isEnabled(one)) || Number(wholeIn(other, 'priority') - wholeIn(one, 'priority'))
