import { useState } from 'react'
import { toast } from '../../../components/overlay/toast-list.ts'
import { proposalsText } from './prices.text.ts'
import { type Decided, type Decision, useReopen, useUndoApplied } from './use-price-proposals.ts'

type Act = { decision: Decision; decided: Decided }

/** The decisions made on this page, so that the last one can be undone: each says so in a toast. */
export function useLastActs() {
  const t = proposalsText.use()
  const [acts, setActs] = useState<readonly Act[]>([])
  const undoing = useUndoApplied()
  const reopening = useReopen()

  async function takeBack(act: Act) {
    setActs((now) => now.filter((each) => each !== act))
    const { applied_id } = act.decided
    const gone = new Set(act.decided.gone)
    try {
      // Undoing applied prices reopens their proposals.
      const changed = applied_id === null ? [] : (await undoing.mutateAsync(applied_id)).changed
      if (applied_id === null) await reopening.mutateAsync(act.decision.ids.filter((id) => !gone.has(id)))
      toast.success(changed.length > 0 ? t('undoneSome', { models: changed.join(', ') }) : t('undone'))
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error))
    }
  }
  const last = acts.at(-1)
  return {
    note(decided: Decided, decision: Decision) {
      const { done: count, gone } = decided
      if (gone.length > 0) toast.warning(t('gone', { count: gone.length }))
      if (count === 0) return
      if (decision.action === 'open') return toast.success(t('openedDone', { count }))
      const act = { decision, decided }
      setActs((now) => [...now, act])
      const isLater = (decision.effective_at ?? 0) * 1000 > Date.now()
      const words = decision.action === 'accept' ? (isLater ? 'scheduledDone' : 'acceptedDone') : 'ignoredDone'
      toast.success(t(words, { count }), { action: { text: t('undo'), onPress: () => void takeBack(act) } })
    },
    undo: last && (() => void takeBack(last)),
  }
}
