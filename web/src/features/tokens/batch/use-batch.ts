import type { InputOf } from '@turnpike/contract/endpoint'
import { tokenApi } from '@turnpike/contract/identity/token'
import { useUndoToast } from '../../../components/history/use-undo.ts'
import { useListChange } from '../../../components/list-page/use-page-query.ts'
import { toast } from '../../../components/overlay/toast-list.ts'
import { call } from '../../../lib/api/call.ts'
import { inBatches } from '../in-batches.ts'
import { batchText } from './batch.text.ts'

const undoTokens = (id: number) => call(tokenApi.undo, { body: { id } })

/** More tokens than one request takes are several acts, and no single one of them can be offered for undo. */
const undoIdOf = (responses: readonly { undo_id?: number | undefined }[]) =>
  responses.length === 1 ? responses[0]?.undo_id : undefined

export type BatchChange = Omit<InputOf<typeof tokenApi.changeMany>['body'], 'ids'>

/** The same change to several tokens; says how many could not be enabled. */
export function useChangeTokens(onDone: () => void) {
  const t = batchText.use()
  const told = useUndoToast(undoTokens, 'tokens')
  const changeAll = ({ ids, change }: { ids: readonly number[]; change: BatchChange }) =>
    inBatches(ids, (some) => call(tokenApi.changeMany, { body: { ids: some, ...change } }))
  return useListChange('tokens', changeAll, {
    onDone: (responses) => {
      const changed = responses.reduce((sum, { data }) => sum + data.changed, 0)
      const skipped = responses.reduce((sum, { data }) => sum + data.skipped, 0)
      if (skipped > 0) toast.warning(t('skipped', { changed, skipped }))
      else told(t('changed', { count: changed }), undoIdOf(responses))
      onDone()
    },
  })
}

export function useRemoveTokens(onDone: () => void) {
  const t = batchText.use()
  const told = useUndoToast(undoTokens, 'tokens')
  const removeAll = (ids: readonly number[]) =>
    inBatches(ids, (some) => call(tokenApi.removeMany, { body: { ids: some } }))
  return useListChange('tokens', removeAll, {
    onDone: (responses) => {
      told(t('removed', { count: responses.reduce((sum, { data }) => sum + data, 0) }), undoIdOf(responses))
      onDone()
    },
  })
}
