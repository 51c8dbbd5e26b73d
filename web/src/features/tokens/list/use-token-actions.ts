import type { Token } from '@turnpike/contract/token'
import { useToast } from '../../../components/overlay/toast.tsx'
import { useText } from '../../../lib/text/text.ts'
import { useRemoveToken, useSwitchToken } from '../use-tokens.ts'
import type { TokenHandlers } from './token-actions.tsx'
import { tokensText } from './tokens.text.ts'

type Callbacks = { onEdit: (token: Token) => void; onShare: (token: Token) => void; onRemoved: (id: number) => void }

/** The handlers of the rows' actions: the list is loaded again, and a refusal is shown as a toast. */
export function useTokenActions({ onEdit, onShare, onRemoved }: Callbacks): TokenHandlers {
  const t = useText(tokensText)
  const toast = useToast()
  const switching = useSwitchToken()
  const removing = useRemoveToken((id) => {
    onRemoved(id)
    toast.success(t('removed'))
  })
  return {
    edit: onEdit,
    share: onShare,
    switchTo: ({ id }, status) => switching.mutate({ id, status }),
    remove: ({ id }) => removing.mutate(id),
  }
}
