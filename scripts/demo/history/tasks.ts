import { drawingApi, taskApi } from '@turnpike/contract/usage/task'
import { pollTasks } from '../../../server/src/gateway/tasks/poll-tasks.ts'
import { callRelay, consoleOf, personOf, type World } from './world.ts'

type Submission = { username: string; path: string; body: Record<string, unknown> }
type Event = { at: number; run: (world: World) => Promise<void> }

const drawing = (username: string, prompt: string): Submission => ({
  username,
  path: '/mj/submit/imagine',
  body: { prompt },
})
const song = (username: string, title: string, prompt: string): Submission => ({
  username,
  path: '/suno/submit/music',
  body: { prompt, title, mv: 'chirp-v4' },
})
const lyrics = (username: string, prompt: string): Submission => ({
  username,
  path: '/suno/submit/lyrics',
  body: { prompt },
})
const video = (username: string, prompt: string, seconds: '4' | '8'): Submission => ({
  username,
  path: '/v1/videos',
  body: { model: 'sora-2', prompt, seconds, size: '1280x720' },
})

/** The submissions of each day; a prompt with `fail this` fails, one with `trip the filter` is refused. */
const finished: readonly (readonly [day: number, submissions: readonly Submission[]])[] = [
  [2.4, [drawing('mara', 'a toll road at night, long exposure --ar 16:9'), drawing('mara', '雨夜的收费站，霓虹灯')]],
  [5.5, [song('mara', 'Night drive', 'calm piano for a long drive'), lyrics('mara', 'a song about the open road')]],
  [
    9.45,
    [
      drawing('tanaka', 'isometric icon set of trucks, flat colours'),
      drawing('mara', 'stills of a car that would fail this crash test'),
    ],
  ],
  [12.6, [video('mara', 'a car drives through a toll gate', '4')]],
  [
    16.5,
    [
      drawing('mara', 'watercolour map of the old trade routes'),
      song('tanaka', 'Audition', 'a choir that may fail this audition'),
    ],
  ],
  [20.5, [drawing('tanaka', 'product photo of a paper lantern, studio light'), lyrics('tanaka', '高速公路之歌')]],
  [
    23.4,
    [
      drawing('mara', 'fireworks that trip the filter of a camera'),
      drawing('mara', 'lighthouse in a storm, oil on canvas'),
    ],
  ],
  [26.55, [video('mara', 'sunrise over a motorway', '4'), drawing('mara', 'four seasons of one crossroads')]],
  [28.45, [drawing('tanaka', 'poster for a night market, risograph'), song('mara', 'Overpass', 'slow synthwave')]],
  [29.3, [drawing('mara', 'a bridge in the morning fog'), drawing('tanaka', '水墨风格的盘山公路')]],
]

/** Drawings, songs and videos of the month, in every state that a task can have. */
export function taskEvents(start: number, now: number): Event[] {
  const on = (day: number) => start + Math.round(day * 86_400)
  return [
    ...finished.map(([day, submissions]) => ({
      at: on(day),
      run: (world: World) => submitAndFinish(world, on(day), submissions),
    })),
    { at: on(17.4), run: (world) => submitAndGiveUp(world, on(17.4)) },
    { at: on(25.4), run: (world) => submitAndForget(world, on(25.4)) },
    { at: now - 900, run: (world) => submitAndLeave(world, now) },
  ]
}

async function submit(world: World, { username, path, body }: Submission): Promise<string> {
  const [token] = personOf(world, username).tokens.values()
  const response = await callRelay(world, token?.key ?? '', path, body)
  const submitted = (await response.json()) as { result?: unknown }
  return String(submitted.result ?? '')
}

const poll = (world: World) => pollTasks(world.deps, 'demo')

/** Longer than any task of the mock upstream takes. */
const workSeconds = 75

async function submitAndFinish(world: World, at: number, submissions: readonly Submission[]): Promise<void> {
  for (const [index, submission] of submissions.entries()) {
    world.moveTo(at + index * 20)
    await submit(world, submission)
  }
  world.moveTo(at + submissions.length * 20 + workSeconds)
  await poll(world)
}

/** A song that its upstream never finishes, and a drawing that its owner cancels. */
async function submitAndGiveUp(world: World, at: number): Promise<void> {
  await submit(world, song('mara', 'Endless', 'a song for a road that will never end'))
  await submit(world, drawing('mara', 'a ring road without an exit'))
  const mara = await consoleOf(world, 'mara')
  const listed = await mara.call(drawingApi.self, { query: { page_size: 10 } })
  const stopped = (Array.isArray(listed) ? listed : listed.items).find(({ can_cancel }) => can_cancel)
  if (stopped) await mara.call(taskApi.cancel, { params: { id: String(stopped.id) } })
  world.moveTo(at + 3700)
  await poll(world)
}

/** An upstream that loses a drawing must report that several times before the gateway believes it. */
async function submitAndForget(world: World, at: number): Promise<void> {
  const id = await submit(world, drawing('mara', 'a signpost that points nowhere'))
  world.upstream.tasks.forget('midjourney-plus', id)
  for (let requested = 1; requested <= 22; requested++) {
    world.moveTo(at + requested * 20)
    await poll(world)
  }
}

/** The last quarter of an hour: one drawing waits for its owner, others are running or have just been submitted. */
async function submitAndLeave(world: World, now: number): Promise<void> {
  const origin = await submit(world, drawing('mara', 'a night bus under neon rain'))
  world.moveTo(now - 300)
  await poll(world)
  await submit(world, {
    username: 'mara',
    path: '/mj/submit/action',
    body: { taskId: origin, customId: `MJ::CustomZoom::${origin}` },
  })
  world.moveTo(now - 50)
  await submit(world, drawing('mara', 'an aerial view of a cloverleaf'))
  await submit(world, video('mara', 'headlights on a mountain pass', '4'))
  await submit(world, song('tanaka', 'Long way home', 'a lullaby for drivers'))
  world.moveTo(now - 15)
  await poll(world)
  world.moveTo(now - 4)
  await submit(world, drawing('tanaka', 'a paper map unfolding'))
  world.moveTo(now)
}
