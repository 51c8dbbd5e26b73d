import type { Token } from '@turnpike/contract/token'

/** What became of a batch: the tokens that were made and, if it ended early, why. */
export type Batch = { created: Token[]; wanted: number; error?: Error }

/**
 * Makes one token after the other: in parallel they would meet the server's limit sooner, and after a refusal nobody
 * would know how many more to expect. The first refusal ends it.
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
