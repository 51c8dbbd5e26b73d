import { columnChoice } from '../../../components/data-table/column-choice.ts'

/** Every column in its order; the time is always shown. */
export const logColumns = columnChoice('log-hidden-columns', {
  type: {},
  user: { admin: true },
  token: {},
  // Administrators have two columns more, and with the group a window of 1440 px would scroll sideways.
  group: { hiddenFor: 'admin' },
  model: {},
  speed: {},
  prompt: {},
  completion: {},
  cost: {},
  channel: { admin: true },
  details: {},
})
export type LogColumn = ReturnType<typeof logColumns.columnsOf>[number]
