import type { Token } from '@turnpike/contract/identity/token'

/** The result of a batch: the created tokens and, if it ended early, the error. */
export type Batch = { created: Token[]; wanted: number; error?: Error }

/**
 * Creates one token after the other: in parallel they would reach the server's rate limit sooner, and after a refusal
 * it would be unknown how many more were created. The first refusal ends the batch.
 */
export async function createTokens(
  names: readonly string[],
  create: (name: string) => Promise<Token>,
  onProgress: (created: number) => void,
): Promise<Batch> {
  const created: Token[] = []
  for (const name of names) {
    try {
      created.push(await create(name))
    } catch (error) {
      return { created, wanted: names.length, error: error instanceof Error ? error : new Error(String(error)) }
    }
    onProgress(created.length)
  }
  return { created, wanted: names.length }
}
