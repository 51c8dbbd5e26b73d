import type { OptionValues } from '@turnpike/contract/options'
import type { TaskRow } from '../../../domain/usage/tasks/tasks.queries.ts'
import type { Channel } from '../../routing/channel.ts'

type Named = Pick<TaskRow, 'id'>

/** With this signature an upstream may report on this task alone, and only as long as the channel keeps its key. */
export const signatureOf = ({ id }: Named, channel: Channel): string => channel.sign(`mj notify ${id}`)

/** The address for the upstream's reports on a task; undefined where the channel has none, or ServerAddress is not set. */
export const callbackAddress = (
  row: Named,
  channel: Channel,
  { ServerAddress }: Pick<OptionValues, 'ServerAddress'>,
): string | undefined =>
  channel.setting.mj_callback === true && ServerAddress
    ? `${ServerAddress}/mj/notify/${row.id}.${signatureOf(row, channel)}`
    : undefined
