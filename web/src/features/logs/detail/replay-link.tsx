import { useQuery } from '@tanstack/react-query'
import { type LogRow, logType } from '@turnpike/contract/usage/log'
import { promptRecordsApi } from '@turnpike/contract/usage/prompt-records'
import { Play } from 'lucide-react'
import { LinkButton } from '../../../components/page/link-button.tsx'
import { call } from '../../../lib/api/call.ts'
import { session } from '../../../lib/session/session.ts'
import { otherOf } from '../list/log-event.ts'
import { detailText } from './detail.text.ts'

/** The formats that the playground can fill its fields from. */
const replayed = /^\/(v1|pg)\/(chat\/completions|messages|responses)$/

/**
 * Opens the playground with the request filled in, where its prompt was recorded or this browser has it. Nothing is sent
 * until the user sends it.
 */
export function ReplayLink({ row }: { row: LogRow }) {
  const t = detailText.use()
  const { request_id, detail, type, token_id, user_id } = row
  const path = detail?.path || String(otherOf(row).request_path ?? '')
  const isOwn = session.use()?.id === user_id
  const isFormat = replayed.test(path) && (type === logType.consumption || type === logType.failure)
  const facts = useQuery({
    queryKey: ['prompt-records', 'facts', request_id],
    queryFn: () => call(promptRecordsApi.find, { params: { request_id } }),
    enabled: isFormat,
  })
  const isInPlayground = isOwn && token_id === 0 && path.startsWith('/pg/')
  if (!isFormat || !(isInPlayground || facts.data?.can_read)) return null
  return (
    <LinkButton size="small" icon={<Play />} to={`/playground?replay=${encodeURIComponent(request_id)}`}>
      {t('replay')}
    </LinkButton>
  )
}
