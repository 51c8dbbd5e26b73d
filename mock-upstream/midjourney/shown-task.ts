import type { Call } from '../exchange/call.ts'
import { type JsonObject, textOf } from '../exchange/json.ts'
import type { MockTask, Phase } from '../tasks/task-book.ts'

const statuses: Record<Phase['name'], string> = {
  queued: 'SUBMITTED',
  running: 'IN_PROGRESS',
  done: 'SUCCESS',
  failed: 'FAILURE',
  cancelled: 'CANCEL',
}

const button = (customId: string, label: string) => ({ customId, emoji: '', label, type: 2, style: 2 })

export const buttonsOf = ({ id }: MockTask) => [
  ...[1, 2, 3, 4].flatMap((index) => [
    button(`MJ::JOB::upsample::${index}::${id}`, `U${index}`),
    button(`MJ::JOB::variation::${index}::${id}`, `V${index}`),
  ]),
  button(`MJ::JOB::reroll::0::${id}::SOLO`, ''),
  button(`MJ::Inpaint::1::${id}::SOLO`, 'Vary (Region)'),
  button(`MJ::CustomZoom::${id}`, 'Custom Zoom'),
  button(`MJ::Outpaint::50::1::${id}::SOLO`, 'Zoom Out 2x'),
]

/** A task as the proxies describe it. Only the successor has buttons and the like. */
export function shownTask(task: MockTask, call: Call, { isPlus }: { isPlus: boolean }): JsonObject {
  const phase = call.tasks.phaseOf(task)
  const isWindow = task.body.isWindow === true
  const hasPicture = !isWindow && (phase.name === 'done' || phase.percent >= 40) && phase.name !== 'failed'
  return {
    id: task.id,
    action: task.action,
    prompt: task.prompt,
    promptEn: task.prompt,
    description: `/imagine ${task.prompt}`,
    state: textOf(task.body.state),
    submitTime: task.submittedAt,
    startTime: isWindow ? 0 : phase.startedAt,
    finishTime: isWindow ? 0 : phase.endedAt,
    imageUrl: hasPicture ? `${call.origin}/mock-files/${task.id}.png` : '',
    status: isWindow ? 'MODAL' : statuses[phase.name],
    progress: isWindow ? '0%' : `${phase.percent}%`,
    failReason: phase.reason,
    ...(isPlus && {
      botType: textOf(task.body.botType) || 'MID_JOURNEY',
      customId: textOf(task.body.customId),
      buttons: phase.name === 'done' && !isWindow ? buttonsOf(task) : [],
      properties: { finalPrompt: `${task.prompt} --v 7`, finalZhPrompt: '' },
    }),
  }
}
