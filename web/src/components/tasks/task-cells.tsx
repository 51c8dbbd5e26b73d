import type { Drawing, Task } from '@turnpike/contract/usage/task'
import dayjs from 'dayjs'
import { Link } from 'react-router'
import { nowSeconds } from '../../lib/address/time-window.ts'
import { formatDuration, formatLogTime, formatTime } from '../../lib/format/format-time.ts'
import { Money } from '../figures/money.tsx'
import { LongText } from '../overlay/long-text.tsx'
import { UserName } from '../people/user-name.tsx'
import textStyles from '../style/text.module.css'
import { kindOf, paceOf } from './task-pace.ts'
import styles from './tasks.module.css'
import { taskListText } from './tasks.text.ts'

export type AnyTask = Drawing | Task

/** In a cell of a table it takes two lines, otherwise one. */
type InCell = { task: AnyTask; inCell?: boolean }

const None = () => <span className={textStyles.quiet}>—</span>

/** Unix seconds. */
export const TaskTime = ({ seconds }: { seconds: number }) => (
  <time dateTime={new Date(seconds * 1000).toISOString()} title={formatTime(seconds)}>
    {formatLogTime(seconds, nowSeconds())}
  </time>
)

/** The end of a task, beside its start: the time of day, and how many days later where it is another day. 0 means not yet. */
export function TaskEndTime({ start, end }: { start: number; end: number }) {
  if (end === 0) return <None />
  const days = dayjs.unix(end).startOf('day').diff(dayjs.unix(start).startOf('day'), 'day')
  return (
    <time dateTime={new Date(end * 1000).toISOString()} title={formatTime(end)}>
      {dayjs.unix(end).format('HH:mm:ss')}
      {days > 0 && <span className={textStyles.quiet}> +{days}</span>}
    </time>
  )
}

/** How long a task took, coloured by what is usual for its kind; nothing before it has ended. */
export function TaskDuration({ task, start, end }: { task: AnyTask; start: number; end: number }) {
  if (end === 0) return null
  const seconds = Math.max(0, end - start)
  const pace = paceOf(kindOf(task), seconds)
  // A task that failed at once was not fast.
  const isQuickFailure = task.status === 'FAILURE' && pace === 'usual'
  return (
    <span className={isQuickFailure ? textStyles.quiet : styles[pace]} data-tone={isQuickFailure ? undefined : pace}>
      {seconds === 0 ? '0 s' : formatDuration(seconds)}
    </span>
  )
}

/** A value of a fixed list in words; any other value is unknown. */
export function TaskLabel({ words, raw }: { words: string | undefined; raw: string }) {
  const t = taskListText.use()
  return (
    <span className={styles.label} title={words ?? raw}>
      {words ?? t('unknown')}
    </span>
  )
}

/** The user of a task and the channel that serves it, for administrators. */
export const TaskOwner = ({ task: { user_id, username, channel_id }, inCell = false }: InCell) => (
  <span className={inCell ? styles.owner : styles.ownerLine}>
    <UserName id={user_id} name={username} />
    {channel_id > 0 && <Link to={`/channel/edit/${channel_id}`}>#{channel_id}</Link>}
  </span>
)

/** The upstream's id; a click shows the whole row as JSON. */
export function TaskId({ task, id }: { task: AnyTask; id: string }) {
  const t = taskListText.use()
  return (
    <LongText name={t('rowData')} text={JSON.stringify(task, undefined, 2)} isCode title={id}>
      {id ? <span className={textStyles.mono}>{id}</span> : <span className={textStyles.quiet}>{t('noId')}</span>}
    </LongText>
  )
}

/** Why a task failed, in the upstream's words; a click shows all of it. */
export function FailReason({ task, wraps = false }: { task: AnyTask; wraps?: boolean }) {
  const t = taskListText.use()
  return (
    <LongText
      name={t('failReason')}
      text={task.fail_reason}
      className={`${textStyles.problem} ${textStyles.small}`}
      wraps={wraps}
      note={<EndWords task={task} />}
    />
  )
}

/** How a failed task ended, and its refund: "It took more than an hour · Refunded $0.10". */
function EndWords({ task }: { task: AnyTask }) {
  const t = taskListText.use()
  const why = useWhy(task)
  return (
    <>
      {why}
      {why && task.refunded > 0 && ' · '}
      {task.refunded > 0 && (
        <>
          {t('refunded')} <Money quota={task.refunded} of="spend" />
        </>
      )}
    </>
  )
}

function useWhy({ ended_by }: AnyTask): string | undefined {
  const t = taskListText.use()
  return ended_by === '' || ended_by === 'success' ? undefined : t(ended_by)
}

/** The cost of a task, or its refund and the reason; a link to its row of the usage log. */
export function TaskCost({ task, inCell = false }: InCell) {
  const t = taskListText.use()
  const why = useWhy(task)
  const { quota, refunded, request_id } = task
  if (quota === 0 && refunded === 0) return <None />
  const log = `/log?request_id=${encodeURIComponent(request_id)}`
  if (refunded > 0)
    return (
      <Link className={inCell ? `${styles.refund} ${styles.stacked}` : styles.refund} to={log} title={why}>
        <span>{t('refunded')}</span> <Money quota={refunded} of="spend" />
      </Link>
    )
  return (
    <Link className={styles.cost} to={log} title={t('toLog')}>
      <Money quota={quota} of="spend" />
    </Link>
  )
}
