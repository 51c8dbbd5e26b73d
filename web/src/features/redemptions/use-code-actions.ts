import { type Redemption, redemptionApi, redemptionStatus } from '@turnpike/contract/money/redemption'
import { useUndoToast } from '../../components/history/use-undo.ts'
import { call } from '../../lib/api/call.ts'
import { useText } from '../../lib/text/text.ts'
import type { CodeHandlers } from './redemption-actions.tsx'
import { redemptionsText } from './redemptions.text.ts'
import { useRemoveCode, useSwitchCode } from './use-redemptions.ts'

type Callbacks = { onEdit: (code: Redemption) => void; onRemoved: (id: number) => void }

/** The handlers of the rows' actions: the list is loaded again, and a refusal is shown as a toast. */
export function useCodeActions({ onEdit, onRemoved }: Callbacks): CodeHandlers {
  const t = useText(redemptionsText)
  const told = useUndoToast((id) => call(redemptionApi.undo, { body: { id } }), 'redemptions')
  const switching = useSwitchCode((undoId, { name, status }) => {
    if (status === redemptionStatus.disabled) told(t('disabledOne', { name }), undoId)
  })
  const removing = useRemoveCode((undoId, id) => {
    onRemoved(id)
    told(t('removed'), undoId)
  })
  return {
    edit: onEdit,
    switchTo: ({ id, name }, status) => switching.mutate({ id, name, status }),
    remove: ({ id }) => removing.mutate(id),
  }
}
