import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@turnpike/contract/endpoint'
import { tokenApi } from '@turnpike/contract/token'
import { useToast } from '../../../components/overlay/toast.tsx'
import { call } from '../../../lib/api/call.ts'
import { useText } from '../../../lib/text/text.ts'
import { inBatches } from '../in-batches.ts'
import { batchText } from './batch.text.ts'

export type BatchChange = Omit<InputOf<typeof tokenApi.changeMany>['body'], 'ids'>

/** The same change to several tokens; says how many could not be enabled. */
export function useChangeTokens(onDone: () => void) {
  const t = useText(batchText)
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ ids, change }: { ids: readonly number[]; change: BatchChange }) =>
      inBatches(ids, (some) => call(tokenApi.changeMany, { body: { ids: some, ...change } })),
    onSuccess: (answers) => {
      const changed = answers.reduce((sum, answer) => sum + answer.changed, 0)
      const skipped = answers.reduce((sum, answer) => sum + answer.skipped, 0)
      if (skipped > 0) toast.warning(t('skipped', { changed, skipped }))
      else toast.success(t('changed', { count: changed }))
      onDone()
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: ['tokens'] }),
  })
}

export function useRemoveTokens(onDone: () => void) {
  const t = useText(batchText)
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly number[]) =>
      inBatches(ids, (some) => call(tokenApi.removeMany, { body: { ids: some } })),
    onSuccess: (counts) => {
      toast.success(t('removed', { count: counts.reduce((sum, count) => sum + count, 0) }))
      onDone()
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: ['tokens'] }),
  })
}
