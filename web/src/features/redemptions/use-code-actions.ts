import type { Redemption } from '@turnpike/contract/redemption'
import { useToast } from '../../components/overlay/toast.tsx'
import { useText } from '../../lib/text/text.ts'
import type { CodeHandlers } from './redemption-actions.tsx'
import { redemptionsText } from './redemptions.text.ts'
import { useRemoveCode, useSwitchCode } from './use-redemptions.ts'

type Callbacks = { onEdit: (code: Redemption) => void; onRemoved: (id: number) => void }

/** The handlers of the rows' actions: the list is loaded again, and a refusal is shown as a toast. */
export function useCodeActions({ onEdit, onRemoved }: Callbacks): CodeHandlers {
  const t = useText(redemptionsText)
  const toast = useToast()
  const switching = useSwitchCode()
  const removing = useRemoveCode((id) => {
    onRemoved(id)
    toast.success(t('removed'))
  })
  return {
    edit: onEdit,
    switchTo: ({ id }, status) => switching.mutate({ id, status }),
    remove: ({ id }) => removing.mutate(id),
  }
}
