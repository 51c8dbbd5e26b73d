import { type Token, tokenStatus } from '@turnpike/contract/identity/token'
import { Copy, Power, PowerOff, SlidersHorizontal, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { BatchAction } from '../../../components/data-table/batch-bar.tsx'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { batchText } from './batch.text.ts'
import { useChangeTokens, useRemoveTokens } from './use-batch.ts'

const LimitsDrawer = lazyPart(async () => (await import('./limits-drawer.tsx')).LimitsDrawer)

type TokenBatch = {
  tokens: readonly Token[]
  copyWords: string
  onCopy: () => void
  /** Called when the selected tokens were changed or deleted. */
  onDone: () => void
}

/** The batch bar's actions on the selected tokens, and the dialogs they open, which outlive the bar. */
export function useTokenBatch({ tokens, copyWords, onCopy, onDone }: TokenBatch): {
  actions: ReactNode
  overlay: ReactNode
} {
  const t = batchText.use()
  const [opened, setOpened] = useState<'removal' | 'limits'>()
  const changing = useChangeTokens(onDone)
  const removing = useRemoveTokens(onDone)
  const ids = tokens.map(({ id }) => id)
  const count = tokens.length
  const switchTo = (status: 1 | 2) => () => changing.mutate({ ids, change: { status } })
  const close = () => setOpened(undefined)
  return {
    actions: (
      <>
        <BatchAction icon={<Copy />} onClick={onCopy}>
          {copyWords}
        </BatchAction>
        <BatchAction icon={<Power />} onClick={switchTo(tokenStatus.enabled)}>
          {t('enable')}
        </BatchAction>
        <BatchAction icon={<PowerOff />} onClick={switchTo(tokenStatus.disabled)}>
          {t('disable')}
        </BatchAction>
        <BatchAction icon={<SlidersHorizontal />} onClick={() => setOpened('limits')}>
          {t('limits')}
        </BatchAction>
        <BatchAction danger icon={<Trash2 />} onClick={() => setOpened('removal')}>
          {t('remove')}
        </BatchAction>
      </>
    ),
    overlay: (
      <>
        {opened === 'removal' && (
          <ConfirmDialog
            danger
            title={t('removeQuestion', { count })}
            text={t('removeText')}
            verb={t('removeVerb', { count })}
            busy={removing.isPending}
            onCancel={close}
            onConfirm={() => removing.mutate(ids, { onSettled: close })}
          />
        )}
        {opened === 'limits' && <LimitsDrawer tokens={tokens} onDone={onDone} onClosed={close} />}
      </>
    ),
  }
}
