import type { Drawing } from '@turnpike/contract/usage/task'
import { LongText } from '../../components/overlay/long-text.tsx'
import textStyles from '../../components/style/text.module.css'
import { TaskCard } from '../../components/tasks/task-card.tsx'
import { useText } from '../../lib/text/text.ts'
import { DrawingAction, DrawingPicture, type OpenDrawing } from './drawing-cells.tsx'
import { drawingsText } from './drawings.text.ts'

type DrawingCardProps = { drawing: Drawing; isAdmin: boolean; onOpen: OpenDrawing }

/** A drawing on a small screen. */
export function DrawingCard({ drawing, isAdmin, onOpen }: DrawingCardProps) {
  const t = useText(drawingsText)
  const { prompt, prompt_en, submit_time, finish_time, mj_id, action } = drawing
  return (
    <TaskCard
      task={drawing}
      id={mj_id}
      isAdmin={isAdmin}
      kind={<DrawingAction action={action} />}
      result={
        (drawing.image_url || drawing.video_url) && <DrawingPicture drawing={drawing} onOpen={onOpen} size="large" />
      }
      times={{ start: submit_time / 1000, end: finish_time / 1000 }}
    >
      <LongText name={t('prompt')} text={prompt} wraps />
      {prompt_en !== prompt && <LongText name={t('promptEn')} text={prompt_en} className={textStyles.hint} />}
    </TaskCard>
  )
}
