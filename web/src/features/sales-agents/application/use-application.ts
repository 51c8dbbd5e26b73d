import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isTextWithin } from '@turnpike/contract/bounds'
import { type AgentSelf, agentApi, agentBounds } from '@turnpike/contract/money/agents/agent-api'
import { useState } from 'react'
import { agentKey } from '../../../components/earnings/use-agent-self.ts'
import { toast } from '../../../components/overlay/toast-list.ts'
import { call } from '../../../lib/api/call.ts'
import { useStatus } from '../../../lib/api/status.ts'
import { language } from '../../../lib/browser/preferences.ts'
import { refusalText } from '../../../lib/text/refusal-text.ts'
import { applicationText } from './application.text.ts'

/** The note of an application, and the call that sends it. */
export function useApplication({ status }: Pick<AgentSelf, 'status'>, onDone?: () => void) {
  const t = applicationText.use()
  const spoken = language.use()
  const queries = useQueryClient()
  const isOpen = useStatus()?.agent_application === 'open'
  const [note, setNote] = useState('')
  const isRight = isTextWithin(agentBounds.note, note.trim())
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(agentApi.apply, { body: { note: note.trim() } }),
    onSuccess(self) {
      toast.success(t(self.status === 'active' ? 'isAgent' : 'sent'))
      onDone?.()
      return queries.invalidateQueries({ queryKey: [agentKey] })
    },
  })
  return {
    note,
    // A note is one line, and pasted text may have several.
    setNote: (text: string) => setNote(text.replace(/\s+/g, ' ')),
    problem: isRight ? undefined : refusalText('agent_note_invalid', spoken),
    isPending,
    /** Whether an administrator decides, as always about somebody who was refused. */
    isReviewed: status !== 'none' || !isOpen,
    send: () => {
      if (isRight && !isPending) mutate()
    },
  }
}
export type Application = ReturnType<typeof useApplication>
