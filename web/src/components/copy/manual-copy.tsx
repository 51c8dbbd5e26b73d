import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { uncopied } from './copy.ts'

const Dialog = lazyPart(async () => (await import('./copy-dialog.tsx')).CopyDialog)

/** Opens the dialog with a text that the browser refused to copy. Mounted once. */
export function ManualCopy() {
  const refused = uncopied.use()
  if (!refused) return null
  return <Dialog text={refused.text} onClose={() => uncopied.set(undefined)} />
}
