const wildcards = ['gpt-4-gizmo-', 'gpt-4o-gizmo-']

/** Custom assistants have a model name each, but share one price, one limit and one name in the logs: `gpt-4-gizmo-*`. */
export function foldedName(model: string): string {
  const prefix = wildcards.find((start) => model.startsWith(start))
  return prefix === undefined ? model : `${prefix}*`
}
