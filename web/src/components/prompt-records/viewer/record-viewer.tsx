import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { promptRecordsApi, type RecordSide, type ShownRecord } from '@turnpike/contract/usage/prompt-records'
import { Button, Skeleton, Tabs } from 'antd'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { formatTime } from '../../../lib/format/format-time.ts'
import { session } from '../../../lib/session/session.ts'
import { ConfirmDialog } from '../../overlay/confirm-dialog.tsx'
import { Dialog } from '../../overlay/dialog.tsx'
import { toast } from '../../overlay/toast-list.ts'
import { ErrorState } from '../../states/error-state.tsx'
import textStyles from '../../style/text.module.css'
import { SideContent } from './side-content.tsx'
import styles from './viewer.module.css'
import { viewerText } from './viewer.text.ts'

type RecordViewerProps = { requestId: string; onClosed: () => void }

/** The requests and responses of a recorded call, in tabs. */
export function RecordViewer({ requestId, onClosed }: RecordViewerProps) {
  const t = viewerText.use()
  const record = useQuery({
    queryKey: ['prompt-records', 'record', requestId],
    queryFn: () => call(promptRecordsApi.read, { params: { request_id: requestId } }),
    gcTime: 0, // not kept in memory after it was read
    staleTime: Number.POSITIVE_INFINITY, // each load of another user's record is audited
  })
  return (
    <Dialog width={960} title={t('title')} onCancel={onClosed} footer={null}>
      {record.data ? (
        <LoadedRecord record={record.data} onClosed={onClosed} />
      ) : record.error ? (
        <ErrorState error={record.error} onRetry={() => record.refetch()} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      )}
    </Dialog>
  )
}

function LoadedRecord({ record, onClosed }: { record: ShownRecord; onClosed: () => void }) {
  const t = viewerText.use()
  const { facts, sides } = record
  const [chosen, setChosen] = useState<RecordSide>(sides[0]?.name ?? 'client_request')
  const side = sides.find(({ name }) => name === chosen)
  const isForeign = session.use()?.id !== facts.user_id
  return (
    <div className={styles.record}>
      <div className={styles.facts}>
        <code>{facts.request_id}</code>
        <span>{t('keptUntil', { time: formatTime(facts.expires_at) })}</span>
        <span>{t(facts.redacted ? 'redacted' : 'asIs')}</span>
        <span>{t(facts.kept_by === 'group' ? 'byGroup' : 'byToken')}</span>
      </div>
      {isForeign && <p className={textStyles.quietSmall}>{t('noted')}</p>}
      <Tabs
        className={styles.tabs}
        activeKey={chosen}
        onChange={(name) => setChosen(name as RecordSide)} // the keys are those below
        items={sides.map(({ name }) => ({ key: name, label: t(name) }))}
      />
      {side && <SideContent key={side.name} side={side} fileName={`${facts.request_id} ${side.name}`} />}
      <div className={styles.foot}>
        {sides.length > 2 && <span className={textStyles.quietSmall}>{t('attempts')}</span>}
        {facts.can_delete && <RemoveRecord requestId={facts.request_id} onRemoved={onClosed} />}
      </div>
    </div>
  )
}

function RemoveRecord({ requestId, onRemoved }: { requestId: string; onRemoved: () => void }) {
  const t = viewerText.use()
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(promptRecordsApi.remove, { params: { request_id: requestId } }),
    onSuccess() {
      toast.success(t('removed'))
      client.setQueryData(['prompt-records', 'facts', requestId], null)
      onRemoved()
    },
    onSettled: () => setIsAsking(false),
  })
  return (
    <>
      <Button danger icon={<Trash2 />} onClick={() => setIsAsking(true)}>
        {t('remove')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('removeQuestion')}
          text={t('removeText')}
          verb={t('remove')}
          danger
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
