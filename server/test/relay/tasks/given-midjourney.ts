import assert from 'node:assert/strict'
import type { DrawingData } from '../../../src/domain/usage/tasks/shown-task.ts'
import type { TaskRow } from '../../../src/domain/usage/tasks/tasks.queries.ts'
import type { GivenChannel, RelayServer } from '../../harness/relay-harness.ts'
import { type Loose, send } from '../send.ts'
import { finished, rowsOf, taskOnce } from './given-tasks.ts'

/** Prices of the shipped table, in quota. */
export const price = { imagine: 50_000, upscale: 25_000, modal: 50_000, upload: 25_000, swap: 25_000 }

const everyModel = [
  'mj_imagine,mj_blend,mj_describe,mj_shorten,mj_upscale,mj_variation,mj_reroll,mj_modal,mj_inpaint,mj_custom_zoom',
  'mj_zoom,mj_upload,swap_face,mj_video,mj_edits',
].join(',')
const types = { midjourney: 2, 'midjourney-plus': 5 } as const

export const picture = 'data:image/png;base64,AA=='

export const dataOf = (row: TaskRow | undefined): DrawingData => JSON.parse(row?.data ?? 'null')

/** A place with channels that draw, and a user who submits. */
export async function givenDrawer(
  relay: RelayServer,
  vendor: keyof typeof types = 'midjourney-plus',
  channels: GivenChannel[] = [{}],
) {
  const here = relay.place()
  const made: { id: number; key: string }[] = []
  for (const channel of channels)
    made.push(
      await here.channel({ type: types[vendor], models: everyModel, base_url: relay.mock.urlOf(vendor), ...channel }),
    )
  const mine = await here.key()
  const submit = (kind: string, body: unknown, { key = mine.key, prefix = '/mj' } = {}) =>
    send(relay, `${prefix}/submit/${kind}`, { key, body })
  const fetchTask = async (id: string, key = mine.key): Promise<Loose> =>
    (await send(relay, `/mj/task/${id}/fetch`, { key })).json
  /** A drawing that its upstream has finished. */
  const drawn = async (prompt = 'cat'): Promise<string> => {
    const { json } = await submit('imagine', { prompt })
    assert.equal(json.code, 1)
    relay.mock.tasks.advance(70)
    const row = await taskOnce(
      relay,
      mine,
      'the drawing is done',
      ({ task_id, status }) => task_id === json.result && status === 'SUCCESS',
    )
    return row.task_id
  }
  return {
    here,
    mine,
    submit,
    fetchTask,
    drawn,
    channels: made,
    channel: made[0] as { id: number; key: string },
    rows: () => rowsOf(relay, mine),
    lastRow: async () => (await rowsOf(relay, mine)).at(-1) as TaskRow,
    finished: () => finished(relay, mine),
    submissions: () => here.sent().filter(({ path }) => path.includes('/submit/') || path.includes('/insight-face/')),
  }
}
