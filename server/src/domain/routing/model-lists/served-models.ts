import { commaList } from '../channels/comma-list.ts'
import { isObject, parsedJson } from '../channels/edit/json-text.ts'

/** A model of a channel, and the name that its upstream knows it by. */
export type ServedModel = { model: string; upstream: string }

export type ServedModels = {
  models: readonly ServedModel[]
  /** Names that do not count as new in the upstream's list: the models, and the targets of the mapping. */
  names: ReadonlySet<string>
}

/** Longer chains of mappings end here, as they do in calls. */
const stepsMax = 16

export function servedModels(channel: { models: string; model_mapping: string }): ServedModels {
  const mapping = mappingOf(channel.model_mapping)
  const models = commaList(channel.models).map((model) => ({ model, upstream: targetOf(mapping, model) }))
  return { models, names: new Set([...models.map(({ model }) => model), ...mapping.values()]) }
}

function mappingOf(text: string): ReadonlyMap<string, string> {
  const names = parsedJson(text || '{}')
  if (!isObject(names)) return new Map()
  return new Map(Object.entries(names).flatMap(([from, to]) => (typeof to === 'string' && to ? [[from, to]] : [])))
}

/** Follows the mapping to its end; a loop ends where it closes. */
function targetOf(mapping: ReadonlyMap<string, string>, model: string): string {
  const seen = new Set([model])
  let name = model
  while (seen.size <= stepsMax) {
    const next = mapping.get(name)
    if (next === undefined || seen.has(next)) return name
    seen.add(next)
    name = next
  }
  return name
}
