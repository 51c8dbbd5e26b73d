import { nowSeconds, spanOf, type TimeSpan } from '../../lib/address/time-window.ts'
import { usePageQuery } from '../list-page/use-page-query.ts'
import { isRunning } from './progress.ts'
import type { AnyTask } from './task-cells.tsx'
import type { TaskView } from './use-task-view.ts'

/** The first member of the keys of all lists of tasks. */
export const taskLists = ['tasks']

const movesEveryMilliseconds = 3_000

type Rows<Row> = { items: Row[]; total: number }
/** The server answers with a bare list where the query names no size; ours always does. */
type Answer<Row> = Row[] | Rows<Row>

type Asked = { p: number; page_size: number }

/** One page of a list, newest first. It is read again every few seconds while a task on it runs and the tab is in view. */
export function useTaskList<Row extends AnyTask>(
  name: string,
  view: TaskView<string>,
  ask: (page: Asked, span: TimeSpan) => Promise<Answer<Row>>,
) {
  return usePageQuery(
    [...taskLists, name, view.filters, view.window, view.isAdmin],
    async (range) => pageIn(await ask(range, spanOf(view.window, nowSeconds()))),
    {
      enabled: view.problem === undefined,
      refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ?? false) && movesEveryMilliseconds,
    },
  )
}

const pageIn = <Row>(answer: Answer<Row>): Rows<Row> =>
  Array.isArray(answer) ? { items: answer, total: answer.length } : answer
