import { Suspense } from 'react'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { byHand } from './use-copy.ts'

const Dialog = lazyPart(async () => (await import('./copy-dialog.tsx')).CopyDialog)

/** Opens the dialog when something could not be copied. Mounted once. */
export function CopyByHand() {
  const waiting = byHand.use()
  if (!waiting) return null
  return (
    <Suspense>
      <Dialog text={waiting.text} onClose={() => byHand.set(undefined)} />
    </Suspense>
  )
}
