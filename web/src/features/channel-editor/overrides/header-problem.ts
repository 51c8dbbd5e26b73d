import { readHeaderOverride } from '@turnpike/contract/routing/overrides'
import { repeatedName } from '../../../components/fields/json-problem.ts'
import type { Pair } from '../../../components/fields/pairs/pair-text.ts'
import { type OverrideProblem, repeated, unreadable } from './override-problem.ts'

export function headerProblem(text: string): OverrideProblem | undefined {
  const { fault } = readHeaderOverride(text)
  return repeated(repeatedName(text)) ?? (fault && unreadable(text, fault))
}

/** The cell of a row that cannot be saved. */
export function wrongHeaderCell({ name, value }: Pair): keyof Pair | undefined {
  const isFine = (header: string) => readHeaderOverride(JSON.stringify({ [name.trim()]: header })).fault === undefined
  if (isFine(value.trim())) return undefined
  return isFine('a value') ? 'value' : 'name'
}
