import type { WatchedWithdrawal } from '@turnpike/contract/money/agents/withdrawal'
import { language } from '../../../lib/browser/preferences.ts'

/** The name of the method in the reader's language. */
export function useMethodName() {
  const isChinese = language.use() === 'zh'
  return ({ method, method_zh }: Pick<WatchedWithdrawal, 'method' | 'method_zh'>) => (isChinese ? method_zh : method)
}
