import { useQuery } from '@tanstack/react-query'
import { promptRecordsApi } from '@turnpike/contract/usage/prompt-records'
import { Button } from 'antd'
import { Eye } from 'lucide-react'
import { drawerName } from '../../../lib/address/opened.ts'
import { useOpened } from '../../../lib/address/use-opened.ts'
import { call } from '../../../lib/api/call.ts'
import textStyles from '../../style/text.module.css'
import styles from './viewer.module.css'
import { viewerText } from './viewer.text.ts'

/** In the details of a call: opens its record, where there is one. The page shows it: `OpenedRecord`. */
export function RecordLink({ requestId }: { requestId: string }) {
  const t = viewerText.use()
  const opened = useOpened(drawerName)
  const params = { request_id: requestId }
  const facts = useQuery({
    queryKey: ['prompt-records', 'facts', requestId],
    queryFn: () => call(promptRecordsApi.find, { params }),
  })
  if (!facts.data) return null
  return (
    <div className={styles.link}>
      {facts.data.can_read ? (
        <Button size="small" icon={<Eye />} onClick={() => opened.open(requestId)}>
          {t('heading')}
        </Button>
      ) : (
        <p className={textStyles.quietSmall}>{t('exists')}</p>
      )}
    </div>
  )
}
