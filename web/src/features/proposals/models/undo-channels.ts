import { channelApi } from '@turnpike/contract/routing/channel'
import { call } from '../../../lib/api/call.ts'

/** Undoes an act on channels. */
export const undoChannels = (id: number) => call(channelApi.undo, { body: { id } })
