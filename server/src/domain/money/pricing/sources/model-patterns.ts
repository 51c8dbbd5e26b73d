import { anyOf } from '../../../routing/model-lists/model-pattern.ts'

const isExclusion = (pattern: string) => pattern.startsWith('!')

/** The models that the patterns of a source include and exclude, each by any of its names. */
export function readPatterns(patterns: readonly string[]) {
  const included = anyOf(patterns.filter((pattern) => !isExclusion(pattern)))
  const excluded = anyOf(patterns.filter(isExclusion).map((pattern) => pattern.slice(1)))
  return {
    isIncluded: (names: readonly string[]) => names.some(included),
    isExcluded: (names: readonly string[]) => names.some(excluded),
  }
}
