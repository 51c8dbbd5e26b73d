/** The actions of drawings, as rows, logs and clients name them. */
export type MjAction =
  | 'IMAGINE'
  | 'BLEND'
  | 'DESCRIBE'
  | 'SHORTEN'
  | 'UPSCALE'
  | 'VARIATION'
  | 'HIGH_VARIATION'
  | 'LOW_VARIATION'
  | 'REROLL'
  | 'PAN'
  | 'ZOOM'
  | 'CUSTOM_ZOOM'
  | 'INPAINT'
  | 'MODAL'
  | 'UPLOAD'
  | 'SWAP_FACE'
  | 'VIDEO'
  | 'EDITS'

export const mjModes = ['fast', 'relax', 'turbo'] as const
/** Empty where the client leaves the speed to the upstream. */
export type MjMode = '' | (typeof mjModes)[number]

/** The name that channels, keys and prices know an action by. */
export const modelOf = (action: MjAction): string =>
  action === 'SWAP_FACE' ? 'swap_face' : `mj_${action.toLowerCase()}`

/** The names under which the price of an action is looked up, in this order. */
export const priceNamesOf = (action: MjAction, mode: MjMode): string[] =>
  mode === '' ? [modelOf(action)] : [`mj_${mode}_${action.toLowerCase()}`, modelOf(action)]

/** These open a window that the client must confirm: only the confirmation, a MODAL, costs anything. */
export const opensWindow = (action: MjAction): boolean => action === 'INPAINT' || action === 'CUSTOM_ZOOM'

/** The action behind a button. Which of four pictures it is for, the upstream reads from the button's id itself. */
export type Pressed = { action: MjAction } | { problem: 'unknown_action' | 'index_parse_failed' }

const indexed = (action: MjAction, index: string | undefined): Pressed =>
  /^\d{1,9}$/.test(index ?? '') ? { action } : { problem: 'index_parse_failed' }

/** `MJ::JOB::upsample::2::{uuid}`: the fields are separated by `::`, and `JOB` may stand before the name. */
export function readCustomId(customId: string): Pressed {
  const parts = customId.split('::')
  const name = (parts[1] === 'JOB' ? parts[2] : parts[1]) ?? ''
  if (name.includes('upsample')) return indexed('UPSCALE', parts[3])
  if (name === 'low_variation') return { action: 'LOW_VARIATION' }
  if (name === 'high_variation') return { action: 'HIGH_VARIATION' }
  if (name.includes('variation')) return indexed('VARIATION', parts[3])
  if (name.includes('pan')) return { action: 'PAN' }
  if (name.includes('reroll')) return { action: 'REROLL' }
  if (name === 'Outpaint') return { action: 'ZOOM' }
  if (name === 'CustomZoom') return { action: 'CUSTOM_ZOOM' }
  if (name === 'Inpaint') return { action: 'INPAINT' }
  return { problem: 'unknown_action' }
}

const changes = { U: 'UPSCALE', V: 'VARIATION', R: 'REROLL' } as const

/** `{task id} U2`, `V3` or `R`, in any case; undefined for anything else. */
export function readSimpleChange(content: string): { taskId: string; action: MjAction } | undefined {
  const [taskId = '', change = '', ...more] = content.trim().split(' ')
  if (taskId === '' || more.length > 0 || !/^(?:[UV][1-4]|R)$/i.test(change)) return undefined
  return { taskId, action: changes[change.charAt(0).toUpperCase() as keyof typeof changes] } // the pattern allows no other
}

/** Whether the action is a change. One of four pictures must be chosen, except for REROLL. */
export const isChange = (action: string): action is 'UPSCALE' | 'VARIATION' | 'REROLL' =>
  Object.values<string>(changes).includes(action)
