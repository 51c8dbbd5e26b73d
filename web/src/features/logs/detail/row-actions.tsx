import { useQuery } from '@tanstack/react-query'
import { role } from '@turnpike/contract/identity/user'
import { type LogRow, logType } from '@turnpike/contract/usage/log'
import { promptRecordsApi } from '@turnpike/contract/usage/prompt-records'
import { Button } from 'antd'
import { ClipboardList, DollarSign, History, Link as LinkIcon, Play, Route, Wrench } from 'lucide-react'
import { copy } from '../../../components/copy/copy.ts'
import { LinkButton } from '../../../components/page/link-button.tsx'
import { RecordLink } from '../../../components/prompt-records/viewer/record-link.tsx'
import { routeLink } from '../../../lib/address/route-link.ts'
import { call } from '../../../lib/api/call.ts'
import { useQuotaRate } from '../../../lib/format/use-quota-rate.ts'
import { session } from '../../../lib/session/session.ts'
import { otherOf } from '../list/log-event.ts'
import { detailText } from './detail.text.ts'
import styles from './row-detail.module.css'
import { aroundLink, requestLink, shareText } from './share-text.ts'

type RowActionsProps = { row: LogRow; isAdmin: boolean }

/** What can be done with a request: mend its error, repeat it, explain it, and show it to others. */
export function RowActions({ row, isAdmin }: RowActionsProps) {
  const t = detailText.use()
  const { perUnit } = useQuotaRate()
  const { request_id, model_name } = row
  const link = `${window.location.origin}${requestLink(request_id)}`
  return (
    <div className={styles.actions}>
      {isAdmin && row.type === logType.failure && <Mend row={row} />}
      {request_id && <RecordLink requestId={request_id} />}
      {request_id && <ReplayLink row={row} />}
      {model_name && (
        <LinkButton size="small" icon={<Route />} to={checkLinkOf(row, isAdmin)}>
          {t('checkRoute')}
        </LinkButton>
      )}
      <LinkButton size="small" icon={<History />} to={aroundLink(row, isAdmin)}>
        {t(isAdmin ? 'aroundOfUser' : 'around')}
      </LinkButton>
      {request_id && (
        <>
          <Button size="small" icon={<LinkIcon />} title={t('linkHelp')} onClick={() => copy(link, t('link'))}>
            {t('copyLink')}
          </Button>
          <Button
            size="small"
            icon={<ClipboardList />}
            title={t('summaryHelp')}
            onClick={() => copy(shareText(row, link, perUnit, t), t('summary'))}
          >
            {t('copySummary')}
          </Button>
        </>
      )}
    </div>
  )
}

/** What is known of a request, for the page that explains its route. */
function checkLinkOf(row: LogRow, isAdmin: boolean): string {
  const { detail, token_id, user_id, group } = row
  const other = otherOf(row)
  const model = detail?.virtual_model ?? (String(other.virtual_model ?? '') || row.model_name)
  const path = detail?.path || String(other.request_path ?? '')
  if (token_id > 0) return routeLink({ model, path, token_id })
  return routeLink({ model, path, group, ...(isAdmin && { user_id }) })
}

/** Failures of a provider that does not have the model, or refuses it to this account. */
const modelFailures: ReadonlySet<unknown> = new Set(['no_model', 'unsupported', 'no_permission'])

/** The page where the cause of an error is mended, for administrators. */
function Mend({ row }: { row: LogRow }) {
  const t = detailText.use()
  const isRoot = (session.use()?.role ?? 0) >= role.root
  const { error_code, admin_info } = otherOf(row)
  const { failure } = (admin_info ?? {}) as { failure?: unknown }
  if (error_code === 'model_price_error' && isRoot)
    return (
      <LinkButton size="small" type="primary" icon={<DollarSign />} to="/setting?tab=operation&section=visual-pricing">
        {t('setPrices')}
      </LinkButton>
    )
  if (row.channel > 0 && modelFailures.has(failure))
    return (
      <LinkButton size="small" type="primary" icon={<Wrench />} to={`/channel/edit/${row.channel}?section=models`}>
        {t('editModels', { channel: row.channel })}
      </LinkButton>
    )
  return null
}

/** The formats that the playground can fill its fields from. */
const replayed = /^\/(v1|pg)\/(chat\/completions|messages|responses)$/

/**
 * Opens the playground with the request filled in, where its prompt was recorded or this browser has it. Nothing is sent
 * until the user sends it.
 */
function ReplayLink({ row }: { row: LogRow }) {
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
