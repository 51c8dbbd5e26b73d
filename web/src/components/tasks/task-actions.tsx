import { useMutation, useQueryClient } from '@tanstack/react-query'
import { taskApi } from '@turnpike/contract/usage/task'
import { Button, Popconfirm } from 'antd'
import { useId, useRef } from 'react'
import { call } from '../../lib/api/call.ts'
import { session } from '../../lib/session/session.ts'
import { toast } from '../overlay/toast-list.ts'
import type { AnyTask } from './task-cells.tsx'
import styles from './tasks.module.css'
import { taskListText } from './tasks.text.ts'
import { taskLists } from './use-task-list.ts'

type Action = 'cancel' | 'retry'

/** Stops or repeats a task, by its row; afterwards the lists are read again. */
function useTaskAction(which: Action) {
  const t = taskListText.use()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(taskApi[which], { params: { id: String(id) } }),
    onSuccess: () => toast.success(t(`${which}Done`)),
    onSettled: () => queries.invalidateQueries({ queryKey: taskLists }),
  })
}

/** The action that a task allows: a running one can be stopped, a failed one submitted again by the user who pays for it. */
function actionOf({ can_cancel, can_retry, user_id }: AnyTask, callerId: number | undefined): Action | undefined {
  if (can_cancel) return 'cancel'
  return can_retry && user_id === callerId ? 'retry' : undefined
}

/** What a task allows now; nothing for most tasks. */
export function TaskActions({ task }: { task: AnyTask }) {
  const action = actionOf(task, session.use()?.id)
  return action ? <Confirmed key={action} which={action} id={task.id} /> : null
}

function Confirmed({ which, id }: { which: Action; id: number }) {
  const t = taskListText.use()
  const action = useTaskAction(which)
  const opener = useRef<HTMLButtonElement>(null)
  const noId = useId()
  return (
    <Popconfirm
      placement="topRight"
      styles={{ root: { maxWidth: 'min(360px, calc(100vw - 32px))' } }}
      title={t(`${which}Question`)}
      description={t(`${which}Text`)}
      okText={t(`${which}Verb`)}
      okButtonProps={{ danger: which === 'cancel' }}
      cancelText={t(which === 'cancel' ? 'keep' : 'no')}
      cancelButtonProps={{ id: noId }}
      afterOpenChange={(open) => (open ? document.getElementById(noId) : opener.current)?.focus()}
      onConfirm={() => action.mutate(id)}
    >
      <Button ref={opener} className={styles.action ?? ''} size="small" type="text" loading={action.isPending}>
        {t(which)}
      </Button>
    </Popconfirm>
  )
}
