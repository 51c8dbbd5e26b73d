import { useQuery, useQueryClient } from '@tanstack/react-query'
import { promptRecordsApi, type RecordTerms } from '@turnpike/contract/usage/prompt-records'
import { call } from '../../../lib/api/call.ts'
import { WaitingFrame } from '../../limits/limits-frame.tsx'
import { recordsText } from '../records.text.ts'
import { RecordForm } from './record-form.tsx'

const queryKey = ['prompt-records', 'groups']

/** Whether prompts and responses of a group are recorded. */
export function GroupRecords({ group, onClosed }: { group: string; onClosed: () => void }) {
  const t = recordsText.use()
  const client = useQueryClient()
  const stored = useQuery({ queryKey, queryFn: () => call(promptRecordsApi.ofGroups) })
  const title = t('ofGroup', { name: group })
  if (!stored.data)
    return <WaitingFrame title={title} error={stored.error} onRetry={() => stored.refetch()} onClosed={onClosed} />
  const save = async (terms: RecordTerms | null) => {
    await call(promptRecordsApi.setOfGroup, { body: { group, terms } })
    await client.invalidateQueries({ queryKey: ['prompt-records'] })
  }
  const terms = stored.data.groups.find((each) => each.group === group)?.terms ?? null
  return (
    <RecordForm
      title={title}
      help={t('groupHelp')}
      enabled={stored.data.enabled}
      terms={terms}
      save={save}
      onClosed={onClosed}
    />
  )
}
