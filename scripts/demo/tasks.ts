/** What a small team has submitted: drawings, songs, lyrics and videos, one of which fails and one of which never ends. */
const finished: [path: string, body: object][] = [
  ['/mj/submit/imagine', { prompt: 'a toll road at night, long exposure --ar 16:9' }],
  ['/mj/submit/imagine', { prompt: 'fail this: a road that nobody may draw' }],
  ['/mj/submit/imagine', { prompt: '雨夜的收费站，霓虹灯，湿漉漉的路面' }],
  [
    '/suno/submit/music',
    { gpt_description_prompt: 'calm piano for a long drive', mv: 'chirp-v4', title: 'Night drive' },
  ],
  ['/suno/submit/music', { prompt: 'fail this', mv: 'chirp-v4', title: 'Forbidden' }],
  ['/suno/submit/lyrics', { prompt: 'a song about the open road' }],
  ['/v1/videos', { model: 'sora-2', prompt: 'a car drives through a toll gate', seconds: '8', size: '1280x720' }],
]
const running: [path: string, body: object][] = [
  ['/mj/submit/imagine', { prompt: 'a bridge in the morning fog' }],
  ['/suno/submit/music', { prompt: 'never end: a song for an endless road', mv: 'chirp-v4', title: 'Endless' }],
  ['/v1/videos', { model: 'sora-2', prompt: 'sunrise over a motorway', seconds: '4', size: '1280x720' }],
]

/** Longer than any task takes. */
const passedSeconds = 120

/** Submits tasks: some that the upstream's clock then finishes, and some that still run. */
export async function submitTasks(url: string, key: string, upstreamClock: { advance(seconds: number): void }) {
  for (const [path, body] of finished) await submit(url, key, path, body)
  upstreamClock.advance(passedSeconds)
  for (const [path, body] of running) await submit(url, key, path, body)
}

// A refusal must not stop the demo: its list is then shorter.
async function submit(url: string, key: string, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.arrayBuffer()
}
