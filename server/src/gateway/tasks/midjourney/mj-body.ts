import type { OptionValues } from '@turnpike/contract/options'
import type { JsonObject } from '../../forms/chat.ts'
import { isObject, textOf } from '../../translate/json/json-values.ts'
import { isChange, type MjAction, readCustomId, readSimpleChange } from './actions.ts'
import { mjRefusal } from './mj-errors.ts'

export type MjWish = {
  action: MjAction
  /** The client's own prompt; empty where the kind has none. */
  prompt: string
  originId?: string
}

const required = (value: unknown, problem: string): string => {
  const text = textOf(value)
  if (!text) throw mjRefusal(problem)
  return text
}

const fresh =
  (action: MjAction) =>
  ({ prompt }: JsonObject): MjWish => ({ action, prompt: textOf(prompt) ?? '' })

/** A picture of an earlier task may be its beginning. */
const onward =
  (action: MjAction) =>
  (body: JsonObject): MjWish => {
    const originId = textOf(body.taskId)
    return { ...fresh(action)(body), ...(originId && { originId }) }
  }

/** By kind: the path of a submission after `/submit/`, or after `/mj/`. */
const readers = {
  imagine: ({ prompt }) => ({ action: 'IMAGINE', prompt: required(prompt, 'prompt_is_required') }),
  blend: fresh('BLEND'),
  describe: fresh('DESCRIBE'),
  shorten: fresh('SHORTEN'),
  'upload-discord-images': fresh('UPLOAD'),
  video: onward('VIDEO'),
  edits: onward('EDITS'),
  'insight-face/swap'({ sourceBase64, targetBase64 }) {
    if (!textOf(sourceBase64) || !textOf(targetBase64)) throw mjRefusal('sour_base64_and_target_base64_is_required')
    return { action: 'SWAP_FACE', prompt: 'InsightFace' }
  },
  change(body) {
    const originId = required(body.taskId, 'task_id_is_required')
    const action = required(body.action, 'action_is_required').toUpperCase()
    if (!isChange(action)) throw mjRefusal('unknown_action')
    const isChosen = Number.isInteger(body.index) && Number(body.index) >= 1 && Number(body.index) <= 4
    if (action !== 'REROLL' && !isChosen) throw mjRefusal('index_is_required')
    return { action, prompt: '', originId }
  },
  'simple-change'({ content }) {
    const change = readSimpleChange(required(content, 'content_is_required'))
    if (!change) throw mjRefusal('content_parse_failed')
    return { action: change.action, prompt: '', originId: change.taskId }
  },
  action(body) {
    const originId = required(body.taskId, 'task_id_is_required')
    const pressed = readCustomId(required(body.customId, 'custom_id_is_required'))
    if ('problem' in pressed) throw mjRefusal(pressed.problem)
    return { action: pressed.action, prompt: '', originId }
  },
  modal: (body) => ({
    action: 'MODAL',
    prompt: textOf(body.prompt) ?? '',
    originId: required(body.taskId, 'task_id_is_required'),
  }),
} satisfies Record<string, (body: JsonObject) => MjWish>

export type MjKind = keyof typeof readers
export const isMjKind = (kind: unknown): kind is MjKind => typeof kind === 'string' && Object.hasOwn(readers, kind)

/** Fields that decide the price, or are kept from the upstream. */
const guarded = ['prompt', 'taskId', 'action', 'index', 'content', 'customId', 'notifyHook', 'accountFilter']
const fold = (name: string): string => name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
const byFold: ReadonlyMap<string, string> = new Map(guarded.map((name) => [fold(name), name]))

/** Some upstreams ignore the case of names, and would act on fields that were not checked here. */
function checkSpelling(body: JsonObject): void {
  for (const name of Object.keys(body)) {
    const meant = byFold.get(fold(name))
    if (meant !== undefined && meant !== name)
      throw mjRefusal('bind_request_body_failed', { about: `write ${name.slice(0, 40)} as ${meant}` })
  }
}

/** Throws a Refusal for a body that its kind cannot use. The upstream reports other mistakes. */
export function readWish(kind: MjKind, body: unknown): { wish: MjWish; body: JsonObject } {
  if (!isObject(body)) throw mjRefusal('bind_request_body_failed')
  checkSpelling(body)
  return { wish: readers[kind](body), body }
}

type Filters = Pick<OptionValues, 'MjAccountFilterEnabled' | 'MjNotifyEnabled' | 'MjModeClearEnabled'>

const modeFlags = /(^|\s+)--(?:fast|relax|turbo)(?=\s|$)/g

/** The body for the upstream, without the fields that the administrator filters. */
export function filteredBody(body: JsonObject, options: Filters): JsonObject {
  const { accountFilter, notifyHook, ...rest } = body
  const prompt = options.MjModeClearEnabled && textOf(rest.prompt)
  return {
    ...rest,
    ...(prompt && { prompt: prompt.replace(modeFlags, '').trim() }),
    ...(options.MjAccountFilterEnabled && accountFilter !== undefined && { accountFilter }),
    ...(options.MjNotifyEnabled && notifyHook !== undefined && { notifyHook }),
  }
}
