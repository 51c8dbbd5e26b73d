import { type Token, tokenApi, tokenStatus } from '@turnpike/contract/identity/token'
import { useUndoToast } from '../../../components/history/use-undo.ts'
import { call } from '../../../lib/api/call.ts'
import { useText } from '../../../lib/text/text.ts'
import { useRemoveToken, useSwitchToken } from '../use-tokens.ts'
import type { TokenHandlers } from './token-actions.tsx'
import { tokensText } from './tokens.text.ts'

type Callbacks = {
  onEdit: (token: Token) => void
  onShare: (token: Token) => void
  onLimit: (token: Token) => void
  onRecord: (token: Token) => void
  onRemoved: (id: number) => void
}

/** The handlers of the rows' actions: the list is loaded again, and a refusal is shown as a toast. */
export function useTokenActions({ onEdit, onShare, onLimit, onRecord, onRemoved }: Callbacks): TokenHandlers {
  const t = useText(tokensText)
  const told = useUndoToast((id) => call(tokenApi.undo, { body: { id } }), 'tokens')
  const switching = useSwitchToken((undoId, { name, status }) => {
    if (status === tokenStatus.disabled) told(t('disabledOne', { name }), undoId)
  })
  const removing = useRemoveToken((undoId, id) => {
    onRemoved(id)
    told(t('removed'), undoId)
  })
  return {
    edit: onEdit,
    share: onShare,
    limit: onLimit,
    record: onRecord,
    switchTo: ({ id, name }, status) => switching.mutate({ id, name, status }),
    remove: ({ id }) => removing.mutate(id),
  }
}
