import { useStatus } from '../../../lib/api/status.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'

const Notice = lazyPart(async () => (await import('./group-notice.tsx')).GroupNotice)

/** Says which groups of the person record; its code is fetched only where the installation records. */
export function RecordNotice() {
  if (useStatus()?.enable_prompt_records !== true) return null
  return <Notice />
}
