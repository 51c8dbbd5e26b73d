import type { Drawing } from '@turnpike/contract/usage/task'
import { Play } from 'lucide-react'
import { Thumbnail } from '../../components/media/thumbnail.tsx'
import { type StatusKind, StatusTag } from '../../components/tags/status-tag.tsx'
import { TaskLabel } from '../../components/tasks/task-cells.tsx'
import { taskListText } from '../../components/tasks/tasks.text.ts'
import { dictionary } from '../../lib/text/text.ts'
import { drawingsText } from './drawings.text.ts'

/** The actions of a drawing, by the names that upstreams use. */
const drawingActionText = dictionary({
  IMAGINE: ['Imagine', '绘图'],
  UPSCALE: ['Upscale', '放大'],
  VARIATION: ['Variation', '变换'],
  HIGH_VARIATION: ['Strong variation', '强变换'],
  LOW_VARIATION: ['Subtle variation', '弱变换'],
  PAN: ['Pan', '平移'],
  DESCRIBE: ['Describe', '图生文'],
  BLEND: ['Blend', '图混合'],
  UPLOAD: ['Upload', '上传文件'],
  SHORTEN: ['Shorten', '缩词'],
  REROLL: ['Reroll', '重绘'],
  INPAINT: ['Inpaint', '局部重绘'],
  ZOOM: ['Zoom', '变焦'],
  CUSTOM_ZOOM: ['Custom zoom', '自定义变焦'],
  MODAL: ['Window', '窗口处理'],
  SWAP_FACE: ['Face swap', '换脸'],
  VIDEO: ['Video', '视频'],
  EDITS: ['Edit', '编辑'],
})
const isDrawingAction = (action: string): action is keyof (typeof drawingActionText)['en'] =>
  Object.hasOwn(drawingActionText.en, action)

export function DrawingAction({ action }: { action: string }) {
  const t = drawingActionText.use()
  return <TaskLabel words={isDrawingAction(action) ? t(action) : undefined} raw={action} />
}

const codes = {
  1: ['on', 'code1'],
  21: ['running', 'code21'],
  22: ['running', 'code22'],
  0: ['off', 'code0'],
} as const satisfies Record<number, readonly [StatusKind, string]>
const isCode = (code: number): code is keyof typeof codes => Object.hasOwn(codes, code)

/** The upstream's response to the submission. */
export function SubmitResult({ code }: { code: number }) {
  const t = drawingsText.use()
  const unknown = taskListText.use()('unknown')
  if (!isCode(code)) return <StatusTag kind="attention">{unknown}</StatusTag>
  const [kind, words] = codes[code]
  return <StatusTag kind={kind}>{t(words)}</StatusTag>
}

/** The finished pictures or video; a click shows them. */
export type OpenDrawing = (drawing: Drawing) => void

export function DrawingPicture({ drawing, onOpen, size }: { drawing: Drawing; onOpen: OpenDrawing; size?: 'large' }) {
  const t = drawingsText.use()
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
