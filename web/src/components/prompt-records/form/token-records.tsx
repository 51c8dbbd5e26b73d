import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { promptRecordsApi, type RecordTerms } from '@turnpike/contract/usage/prompt-records'
import { Button } from 'antd'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { WaitingFrame } from '../../limits/limits-frame.tsx'
import { ConfirmDialog } from '../../overlay/confirm-dialog.tsx'
import { toast } from '../../overlay/toast-list.ts'
import textStyles from '../../style/text.module.css'
import { recordsText } from '../records.text.ts'
import { ownRecordsKey } from '../use-own-records.ts'
import { RecordForm } from './record-form.tsx'

type Named = { id: number; name: string }

/** Sets whether a token records prompts and responses, and deletes its records. */
export function TokenRecords({ token, onClosed }: { token: Named; onClosed: () => void }) {
  const t = recordsText.use()
  const client = useQueryClient()
  const params = { id: String(token.id) }
  const queryKey = ['prompt-records', 'token', token.id]
  const stored = useQuery({ queryKey, queryFn: () => call(promptRecordsApi.ofToken, { params }) })
  const title = t('ofToken', { name: token.name })
  if (!stored.data)
    return <WaitingFrame title={title} error={stored.error} onRetry={() => stored.refetch()} onClosed={onClosed} />
  const save = async (terms: RecordTerms | null) => {
    client.setQueryData(queryKey, await call(promptRecordsApi.setOfToken, { params, body: { terms } }))
    await client.invalidateQueries({ queryKey: ownRecordsKey })
  }
  const { enabled, terms, count } = stored.data
  return (
    <RecordForm title={title} help={t('tokenHelp')} enabled={enabled} terms={terms} save={save} onClosed={onClosed}>
      {count > 0 && <ClearRecords token={token} count={count} onCleared={() => stored.refetch()} />}
    </RecordForm>
  )
}

function ClearRecords({ token, count, onCleared }: { token: Named; count: number; onCleared: () => void }) {
  const t = recordsText.use()
  const [isAsking, setIsAsking] = useState(false)
  const clear = useMutation({
    mutationFn: () => call(promptRecordsApi.clearToken, { params: { id: String(token.id) } }),
    onSuccess(deleted) {
      toast.success(t('cleared', { count: deleted }))
      onCleared()
    },
    onSettled: () => setIsAsking(false),
  })
  return (
    <>
      <p className={textStyles.secondarySmall}>{t('count', { count })}</p>
      <div>
        <Button danger icon={<Trash2 />} onClick={() => setIsAsking(true)}>
          {t('clear')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('clearQuestion', { name: token.name })}
          text={t('clearText')}
          verb={t('clearVerb')}
          danger
          busy={clear.isPending}
          onConfirm={() => clear.mutate()}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
