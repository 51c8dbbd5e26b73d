import type { Operation, OperationGroup } from '@turnpike/contract/reference/operation'

const fold = (text: string) => text.toLowerCase()

/** Whether every word of the query is in one of the texts. */
export function matches(query: string, texts: readonly string[]): boolean {
  const whole = fold(texts.join(' '))
  return fold(query)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}

const textsOf = ({ path, also = [], method, title, about }: Operation): string[] => [
  method,
  path,
  ...also,
  ...title,
  ...(about ?? []),
]

/** The groups with the operations that match; a group whose title matches is whole. */
export function findOperations(groups: readonly OperationGroup[], query: string): OperationGroup[] {
  if (query.trim() === '') return [...groups]
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter((operation) =>
        matches(query.trim(), [...group.title, ...textsOf(operation)]),
      ),
    }))
    .filter(({ operations }) => operations.length > 0)
}
