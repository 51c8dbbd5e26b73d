import type { BrowserContext, Route } from 'playwright-core'
import { mockFile } from '../../../mock-upstream/tasks/mock-files.ts'
import type { DrawingData } from '../../../server/src/domain/usage/tasks/shown-task.ts'
import { insertTask, type NewTask } from '../../../server/src/domain/usage/tasks/tasks.queries.ts'
import type { TestServer } from '../../../server/test/harness/harness.ts'

/** Where the upstreams of these tasks keep their files; the journeys respond in their place. */
export const files = 'https://files.example/mock-files'

function fulfil(route: Route) {
  const response = mockFile({ path: new URL(route.request().url()).pathname })
  if (response.kind !== 'whole') throw new Error('a file is whole')
  return route.fulfill({ status: response.status, contentType: response.type, body: response.body })
}

/** Serves the upstreams' files: real pictures, sounds and videos. */
export const serveFiles = (context: BrowserContext) => context.route(`${files}/**`, fulfil)

const dimes = 50_000
let serial = 0

type Given = Partial<Omit<NewTask, 'data' | 'properties'>> & { user_id: number; data?: unknown; properties?: object }

/** A task as the worker would have left it; no upstream is polled for it. */
export async function givenTask({ deps }: TestServer, { data = null, properties = {}, ...given }: Given) {
  serial += 1
  const now = deps.clock()
  const isEnded = given.status === 'SUCCESS' || given.status === 'FAILURE'
  return insertTask(deps.store, {
    created_at: now,
    updated_at: now,
    platform: 'suno',
    action: 'MUSIC',
    task_id: `task-${serial}`,
    request_id: `given-${serial}`,
    token_id: 0,
    channel_id: 7,
    model_name: 'suno_music',
    group: 'default',
    submit_time: (now - 90) * 1000,
    finish_time: isEnded ? now * 1000 : 0,
    progress: isEnded ? '100%' : '0%',
    ended_by: given.status === 'SUCCESS' ? 'success' : given.status === 'FAILURE' ? 'failed' : '',
    quota: given.status === 'FAILURE' ? 0 : dimes,
    refunded: given.status === 'FAILURE' ? dimes : 0,
    poll_at: now + 86_400,
    data: JSON.stringify(data),
    properties: JSON.stringify(properties),
    ...given,
  })
}

type GivenDrawing = Omit<Given, 'data'> & { prompt?: string; drawn?: Partial<DrawingData> }

export const givenDrawing = (server: TestServer, { prompt = 'a toll road at night', drawn, ...given }: GivenDrawing) =>
  givenTask(server, {
    platform: 'mj',
    action: 'IMAGINE',
    model_name: 'mj_imagine',
    properties: { input: prompt, mode: '' },
    data: { code: 1, ...drawn } satisfies DrawingData,
    ...given,
  })

/** Both clips of a song, as its upstream reports them. */
export const clips = (title: string, status: 'streaming' | 'complete' = 'complete') =>
  [1, 2].map((number) => ({
    id: `${title}-${number}`,
    title,
    status,
    audio_url: `${files}/${title}-${number}.mp3`,
    image_url: `${files}/${title}-${number}.png`,
    video_url: status === 'complete' ? `${files}/${title}-${number}.mp4` : '',
    metadata: { tags: 'slow, piano', prompt: `[Verse]\nwords of ${title}`, duration: 122.4 },
  }))

/** A finished video in the shape of its upstream. */
export const madeVideo = {
  id: 'video-1',
  object: 'video',
  status: 'completed',
  progress: 100,
  model: 'sora-2',
  seconds: '8',
  size: '1280x720',
}
