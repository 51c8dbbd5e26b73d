import { type Task, taskApi, taskStatuses } from '@turnpike/contract/usage/task'
import type { TableColumns } from '../../components/data-table/data-rows.tsx'
import { ListPage } from '../../components/list-page/list-page.tsx'
import { useListPage } from '../../components/list-page/use-list-page.ts'
import { LongText } from '../../components/overlay/long-text.tsx'
import { LinkButton } from '../../components/page/link-button.tsx'
import { isRunning } from '../../components/tasks/progress.ts'
import { TaskActions } from '../../components/tasks/task-actions.tsx'
import { TaskCard } from '../../components/tasks/task-card.tsx'
import {
  TaskCost,
  TaskDuration,
  TaskEndTime,
  TaskId,
  TaskLabel,
  TaskOwner,
  TaskTime,
} from '../../components/tasks/task-cells.tsx'
import { ChoiceFilter, TaskFilters } from '../../components/tasks/task-filters.tsx'
import { TaskProgress } from '../../components/tasks/task-progress.tsx'
import { TaskStatus, useStatusName } from '../../components/tasks/task-status.tsx'
import { taskListText } from '../../components/tasks/tasks.text.ts'
import { type TaskView, useTaskList, useTaskView } from '../../components/tasks/use-task-list.ts'
import { WindowWords } from '../../components/time-window/window-words.tsx'
import { wordsOfFilters } from '../../lib/address/address-filters.ts'
import { call } from '../../lib/api/call.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { type TaskColumn, taskColumns } from './shown-columns.ts'
import { TaskOpener, TaskOutcome } from './task-outcome.tsx'
import { promptOf, resultOf } from './task-result.ts'
import styles from './tasks.module.css'
import { tasksText } from './tasks.text.ts'

const ResultDrawer = lazyPart(async () => (await import('./result-drawer.tsx')).ResultDrawer)

/** Songs, lyrics and videos of the user, or of all users, moving while they are made. */
export function TasksPage() {
  const t = tasksText.use()
  const shared = taskListText.use()
  const view = useTasksView()
  const { isAdmin } = view
  const tasks = useTasks(view)
  const list = useListPage({
    name: 'tasks',
    query: tasks,
    keyOf: ({ task_id }: Task) => task_id,
    load: (id) => loadTask(id, isAdmin),
  })
  const filterWords = useFilterWords(view)
  return (
    <ListPage
      list={list}
      words={t}
      views="tasks"
      columnMenu={{ choice: taskColumns, isAdmin, nameOf: useColumnName() }}
      facts={<WindowWords window={view.window} />}
      isRefreshing={tasks.isFetching && !list.rows.some(isRunning)}
      filters={
        <TaskFilters view={view} idName="task_id">
          <Choices view={view} />
        </TaskFilters>
      }
      filtered={{ title: t('noMatch'), words: [view.filterCount > 0 && filterWords], onClear: view.clear }}
      emptyAction={<LinkButton to="/token">{shared('createToken')}</LinkButton>}
      columns={useTaskColumns({
        shown: taskColumns.useShown(isAdmin),
        onOpen: list.open,
      })}
      card={(task) => (
        <TaskCard
          task={task}
          id={task.task_id}
          isAdmin={isAdmin}
          kind={
            <>
              <TaskPlatform platform={task.platform} /> <TaskAction action={task.action} />
            </>
          }
          result={resultOf(task) && <TaskOpener task={task} onOpen={list.open} />}
          times={{ start: task.submit_time, end: task.finish_time }}
        >
          {!resultOf(task) && <LongText name={t('prompt')} text={promptOf(task)} wraps />}
        </TaskCard>
      )}
      drawer={(task) => <ResultDrawer key={task.id} task={task} onClosed={list.close} />}
    />
  )
}

/** The filters whose values are a fixed list. */
function Choices({ view }: { view: TasksView }) {
  const t = tasksText.use()
  const shared = taskListText.use()
  const statusName = useStatusName()
  const { platform, action, status } = view.filters
  return (
    <>
      <ChoiceFilter
        label={t('platform')}
        all={t('allPlatforms')}
        value={platform}
        choices={platforms.map((value) => ({ value, label: t(value) }))}
        onChoose={(value) => view.set({ platform: value })}
      />
      <ChoiceFilter
        label={shared('action')}
        all={shared('allActions')}
        value={action}
        choices={actions.map((value) => ({ value, label: t(value) }))}
        onChoose={(value) => view.set({ action: value })}
      />
      <ChoiceFilter
        label={shared('status')}
        all={shared('allStatuses')}
        value={status}
        // An empty text means no filter, so tasks that are being submitted cannot be filtered.
        choices={taskStatuses
          .filter((value) => value !== '' && value !== 'MODAL')
          .map((value) => ({ value, label: statusName(value) }))}
        onChoose={(value) => view.set({ status: value })}
      />
    </>
  )
}

/** The filters in words: "Platform “Suno”, Status “Failed”". */
function useFilterWords({ filters }: TasksView): string {
  const t = tasksText.use()
  const shared = taskListText.use()
  const statusName = useStatusName()
  return wordsOfFilters(
    [
      [t('platform'), filters.platform],
      [shared('action'), filters.action],
      [shared('status'), filters.status && statusName(filters.status)],
      [shared('taskId'), filters.task_id],
      [shared('channelId'), filters.channel_id],
    ],
    shared('comma'),
  )
}

const names = ['platform', 'task_id', 'action', 'status'] as const

const useTasksView = () => useTaskView(names, 'today')
type TasksView = TaskView<(typeof names)[number]>

/** The task with this id, whatever the list shows. */
async function loadTask(task_id: string, isAdmin: boolean): Promise<Task | undefined> {
  const query = { p: 1, page_size: 10, task_id }
  const response = isAdmin ? await call(taskApi.list, { query }) : await call(taskApi.self, { query })
  return (Array.isArray(response) ? response : response.items).find((task) => task.task_id === task_id)
}

/** One page of the user's songs and videos, or of everyone's. */
const useTasks = (view: TasksView) =>
  useTaskList<Task>('others', view, (page, { start, end }) => {
    const { channel_id, ...own } = view.filters
    const query = { ...page, ...own, start_timestamp: start, end_timestamp: end }
    return view.isAdmin ? call(taskApi.list, { query: { ...query, channel_id } }) : call(taskApi.self, { query })
  })

type Column = TableColumns<Task>[number]

type TaskColumnsProps = { shown: readonly TaskColumn[]; onOpen: (task: Task) => void }

function useTaskColumns({ shown, onOpen }: TaskColumnsProps): TableColumns<Task> {
  const nameOf = useColumnName()
  const columns: Record<TaskColumn, Column> = {
    finished: {
      width: 92,
      render: (_, { submit_time, finish_time }) => <TaskEndTime start={submit_time} end={finish_time} />,
    },
    duration: {
      width: 68,
      render: (_, task) => <TaskDuration task={task} start={task.submit_time} end={task.finish_time} />,
    },
    owner: { width: 104, render: (_, task) => <TaskOwner task={task} inCell /> },
    platform: { width: 68, render: (_, { platform }) => <TaskPlatform platform={platform} /> },
    action: { width: 88, render: (_, { action }) => <TaskAction action={action} /> },
    taskId: { width: 100, render: (_, task) => <TaskId task={task} id={task.task_id} /> },
    status: { width: 116, render: (_, { status }) => <TaskStatus status={status} /> },
    progress: { width: 92, render: (_, task) => <TaskProgress task={task} /> },
    result: {
      render: (_, task) => (
        <div className={styles.cell}>
          <TaskOutcome task={task} onOpen={onOpen} />
          <TaskActions task={task} />
        </div>
      ),
    },
    cost: { width: 84, align: 'right', render: (_, task) => <TaskCost task={task} inCell /> },
  }
  return [
    {
      key: 'submitted',
      title: nameOf('submitted'),
      width: 122,
      fixed: 'start',
      render: (_, { submit_time }) => <TaskTime seconds={submit_time} />,
    },
    ...shown.map((key) => ({ key, title: nameOf(key), ...columns[key] })),
  ]
}

const platforms = ['suno', 'video'] as const
const actions = ['MUSIC', 'LYRICS', 'GENERATE'] as const

const isOneOf = <Name extends string>(names: readonly Name[], text: string): text is Name =>
  names.some((name) => name === text)

function TaskPlatform({ platform }: { platform: string }) {
  const t = tasksText.use()
  return <TaskLabel words={isOneOf(platforms, platform) ? t(platform) : undefined} raw={platform} />
}

function TaskAction({ action }: { action: string }) {
  const t = tasksText.use()
  return <TaskLabel words={isOneOf(actions, action) ? t(action) : undefined} raw={action} />
}

const own = ['platform', 'result'] as const
const isOwn = (column: string): column is (typeof own)[number] => own.some((name) => name === column)

/** The title of a column. */
function useColumnName(): (column: TaskColumn | 'submitted') => string {
  const t = tasksText.use()
  const shared = taskListText.use()
  return (column) => (isOwn(column) ? t(column) : shared(column))
}
