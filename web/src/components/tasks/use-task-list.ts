import { nowSeconds, type QuickWindow, spanOf, type TimeSpan } from '../../lib/address/time-window.ts'
import { useWindowView, type WindowView } from '../../lib/address/use-window-view.ts'
import { usePageQuery } from '../list-page/use-page-query.ts'
import { isRunning } from './progress.ts'
import type { AnyTask } from './task-cells.tsx'

/** The first member of the keys of all lists of tasks. */
export const taskLists = ['tasks']

/** The filters and the window of a list of tasks; administrators also filter by channel. */
export const useTaskView = <Name extends string>(names: readonly Name[], usual: QuickWindow): TaskView<Name> =>
  useWindowView({ names, adminNames: ['channel_id'], usual })
export type TaskView<Name extends string> = WindowView<Name | 'channel_id'>

const movesEveryMilliseconds = 3_000

type Rows<Row> = { items: Row[]; total: number }
/** The server returns a bare list where the query names no size; ours always names one. */
type Loaded<Row> = Row[] | Rows<Row>

type PageRequest = { p: number; page_size: number }

/** One page of a list, newest first. It is read again every few seconds while a task on it runs and the tab is in view. */
export function useTaskList<Row extends AnyTask>(
  name: string,
  view: TaskView<string>,
  load: (page: PageRequest, span: TimeSpan) => Promise<Loaded<Row>>,
) {
  return usePageQuery(
    [...taskLists, name, view.filters, view.window, view.isAdmin],
    async (range) => pageIn(await load(range, spanOf(view.window, nowSeconds()))),
    {
      enabled: view.problem === undefined,
      refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ?? false) && movesEveryMilliseconds,
    },
  )
}

const pageIn = <Row>(response: Loaded<Row>): Rows<Row> =>
  Array.isArray(response) ? { items: response, total: response.length } : response
