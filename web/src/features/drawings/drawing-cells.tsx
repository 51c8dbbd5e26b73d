import type { Drawing } from '@turnpike/contract/usage/task'
import { Play } from 'lucide-react'
import { Thumbnail } from '../../components/media/thumbnail.tsx'
import { type StatusKind, StatusTag } from '../../components/tags/status-tag.tsx'
import { TaskLabel } from '../../components/tasks/task-cells.tsx'
import { taskListText } from '../../components/tasks/tasks.text.ts'
import { useText } from '../../lib/text/text.ts'
import { drawingActionText, isDrawingAction } from './drawing-actions.text.ts'
import { drawingsText } from './drawings.text.ts'

export function DrawingAction({ action }: { action: string }) {
  const t = useText(drawingActionText)
  return <TaskLabel words={isDrawingAction(action) ? t(action) : undefined} raw={action} />
}

const codes = {
  1: ['on', 'code1'],
  21: ['running', 'code21'],
  22: ['running', 'code22'],
  0: ['off', 'code0'],
} as const satisfies Record<number, readonly [StatusKind, string]>
const isCode = (code: number): code is keyof typeof codes => Object.hasOwn(codes, code)

/** The upstream's answer to the submission. */
export function SubmitResult({ code }: { code: number }) {
  const t = useText(drawingsText)
  const unknown = useText(taskListText)('unknown')
  if (!isCode(code)) return <StatusTag kind="attention">{unknown}</StatusTag>
  const [kind, words] = codes[code]
  return <StatusTag kind={kind}>{t(words)}</StatusTag>
}

/** What was drawn, as far as there is something; a click shows it. */
export type OpenDrawing = (drawing: Drawing) => void

export function DrawingPicture({ drawing, onOpen, size }: { drawing: Drawing; onOpen: OpenDrawing; size?: 'large' }) {
  const t = useText(drawingsText)
  const { image_url, video_url } = drawing
  if (!image_url && !video_url) return null
  return (
    <Thumbnail
      address={image_url}
      label={t(video_url ? 'playVideo' : 'showPicture')}
      mark={video_url ? <Play aria-hidden /> : undefined}
      onOpen={() => onOpen(drawing)}
      {...(size && { size })}
    />
  )
}
