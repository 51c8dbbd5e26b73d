import { drawerName } from '../../../lib/address/opened.ts'
import { useOpened } from '../../../lib/address/use-opened.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'

const RecordViewer = lazyPart(async () => (await import('./record-viewer.tsx')).RecordViewer)

/** The record that the address names, over the page: a link opens it, and it stays while the page is laid out anew. */
export function OpenedRecord() {
  const { value, close } = useOpened(drawerName)
  if (!value) return null
  return <RecordViewer key={value} requestId={value} onClosed={close} />
}
