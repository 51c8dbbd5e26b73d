import { type Task, taskStatuses } from '@turnpike/contract/usage/task'
import { ColumnMenu } from '../../components/data-table/column-menu.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { LongText } from '../../components/overlay/long-text.tsx'
import { OpenedDrawer } from '../../components/overlay/opened-drawer.tsx'
import { useOpenedRow } from '../../components/overlay/use-opened-row.ts'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Page } from '../../components/page/page.tsx'
import { RefreshButton } from '../../components/page/refresh-button.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { NoMatch } from '../../components/states/no-match.tsx'
import { isRunning } from '../../components/tasks/progress.ts'
import { useHasActions } from '../../components/tasks/task-actions.tsx'
import { TaskCard } from '../../components/tasks/task-card.tsx'
import { ChoiceFilter, TaskFilters } from '../../components/tasks/task-filters.tsx'
import { useStatusName } from '../../components/tasks/task-status.tsx'
import { taskListText } from '../../components/tasks/tasks.text.ts'
import { WindowWords } from '../../components/time-window/window-words.tsx'
import { useColumnView } from '../../components/views/column-view.ts'
import { ViewsMenu } from '../../components/views/views-menu.tsx'
import { useOpened } from '../../lib/address/use-opened.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { useText } from '../../lib/text/text.ts'
import { taskColumns } from './shown-columns.ts'
import { useTaskColumns } from './task-columns.tsx'
import { actions, platforms, TaskAction, TaskPlatform } from './task-names.tsx'
import { TaskOpener } from './task-outcome.tsx'
import { promptOf, resultOf } from './task-result.ts'
import { tasksText } from './tasks.text.ts'
import { useColumnName } from './use-column-name.ts'
import { loadTask, type TasksView, useTasks, useTasksView } from './use-tasks.ts'

const ResultDrawer = lazyPart(async () => (await import('./result-drawer.tsx')).ResultDrawer)

/** Songs, lyrics and videos of the user, or of all users, moving while they are made. */
export function TasksPage() {
  const t = useText(tasksText)
  const shared = useText(taskListText)
  const small = useSmallScreen()
  const view = useTasksView()
  const { isAdmin } = view
  const columnView = useColumnView(taskColumns, isAdmin)
  const tasks = useTasks(view)
  const rows = tasks.data?.items ?? []
  const opened = useOpened()
  const row = useOpenedRow({
    value: opened.value,
    rows: tasks.data?.items,
    keyOf: ({ task_id }: Task) => task_id,
    load: (id) => loadTask(id, isAdmin),
    list: 'tasks',
  })
  const open = ({ task_id }: { task_id: string }) => opened.open(task_id)
  const columns = useTaskColumns({
    shown: taskColumns.useShown(isAdmin),
    hasActions: useHasActions(rows),
    onOpen: open,
  })
  const nameOf = useColumnName()
  const filterWords = useFilterWords(view)
  return (
    <Page
      title={t('title')}
      facts={<WindowWords window={view.window} />}
      actions={
        <>
          <ViewsMenu list="tasks" columns={columnView} />
          {!small && <ColumnMenu choice={taskColumns} isAdmin={isAdmin} nameOf={nameOf} />}
          <RefreshButton onClick={() => void tasks.refetch()} busy={tasks.isFetching && !rows.some(isRunning)} />
        </>
      }
    >
      <TaskFilters view={view} idName="task_id">
        <Choices view={view} />
      </TaskFilters>
      <DataTable
        query={tasks}
        columns={columns}
        rowKey={({ id }) => id}
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
            result={resultOf(task) && <TaskOpener task={task} onOpen={open} />}
            times={{ start: task.submit_time, end: task.finish_time }}
          >
            {!resultOf(task) && <LongText name={t('prompt')} text={promptOf(task)} wraps />}
          </TaskCard>
        )}
        empty={
          <EmptyState
            title={t('emptyTitle')}
            text={t('emptyText')}
            action={<LinkButton to="/token">{shared('createToken')}</LinkButton>}
          />
        }
        noMatch={
          view.filterCount > 0 ? <NoMatch title={t('noMatch')} filters={filterWords} onClear={view.clear} /> : undefined
        }
      />
      <OpenedDrawer of={row} onClosed={opened.close}>
        {(task) => <ResultDrawer key={task.id} task={task} onClosed={opened.close} />}
      </OpenedDrawer>
    </Page>
  )
}

/** The filters whose values are a fixed list. */
function Choices({ view }: { view: TasksView }) {
  const t = useText(tasksText)
  const shared = useText(taskListText)
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
        // An empty filter is no filter, so that tasks that are being submitted cannot be asked for.
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
  const t = useText(tasksText)
  const shared = useText(taskListText)
  const statusName = useStatusName()
  const words: [string, string][] = [
    [t('platform'), filters.platform],
    [shared('action'), filters.action],
    [shared('status'), filters.status && statusName(filters.status)],
    [shared('taskId'), filters.task_id],
    [shared('channelId'), filters.channel_id],
  ]
  return words
    .filter(([, value]) => value)
    .map(([name, value]) => `${name} “${value}”`)
    .join(shared('comma'))
}
