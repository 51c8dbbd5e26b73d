import { useQuery } from '@tanstack/react-query'
import { promptRecordsApi } from '@turnpike/contract/usage/prompt-records'
import { Button } from 'antd'
import { Eye } from 'lucide-react'
import { Suspense, useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { useText } from '../../../lib/text/text.ts'
import styles from './viewer.module.css'
import { viewerText } from './viewer.text.ts'

const RecordViewer = lazyPart(async () => (await import('./record-viewer.tsx')).RecordViewer)

/** In the details of a call: opens its record, where there is one. */
export function RecordLink({ requestId }: { requestId: string }) {
  const t = useText(viewerText)
  const [isOpen, setIsOpen] = useState(false)
  const params = { request_id: requestId }
  const facts = useQuery({
    queryKey: ['prompt-records', 'facts', requestId],
    queryFn: () => call(promptRecordsApi.find, { params }),
  })
  if (!facts.data) return null
  return (
    <div className={styles.link}>
      {facts.data.can_read ? (
        <Button size="small" icon={<Eye />} onClick={() => setIsOpen(true)}>
          {t('heading')}
        </Button>
      ) : (
        <p className={styles.quiet}>{t('exists')}</p>
      )}
      {isOpen && (
        <Suspense>
          <RecordViewer requestId={requestId} onClosed={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
