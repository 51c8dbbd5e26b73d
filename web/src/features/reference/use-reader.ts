import type { Token } from '@turnpike/contract/identity/token'
import type { Operation } from '@turnpike/contract/reference/operation'
import { useState } from 'react'
import { useUsableTokens } from '../../lib/api/usable-tokens.ts'
import { preferredModel } from '../../lib/models/preferred-model.ts'
import { useCallableModels } from '../../lib/models/use-callable-models.ts'
import { session } from '../../lib/session/session.ts'

export type Reader = {
  isSignedIn: boolean
  /** Undefined until they are known, and for visitors. */
  tokens: readonly Token[] | undefined
  /** The token of examples and trials; the newest unless the reader chose another. */
  token: Token | undefined
  choose: (id: number) => void
}

/** The reader's tokens: examples contain the key of one of them. */
export function useReader(): Reader {
  const isSignedIn = session.use() !== undefined
  const { data: tokens } = useUsableTokens(isSignedIn)
  const [chosen, choose] = useState<number>()
  const token = tokens?.find(({ id }) => id === chosen) ?? tokens?.[0]
  return { isSignedIn, tokens, token, choose }
}

/** The models that the token can call an operation with, and the one to show. */
export function useExampleModel({ models, example }: Operation, token: Token | undefined) {
  const callable = useCallableModels(models && token, models)
  const usual = example.model
  const isUsual = callable === undefined || usual === undefined || callable.includes(usual)
  return { callable, model: isUsual ? usual : (preferredModel(callable) ?? usual) }
}
