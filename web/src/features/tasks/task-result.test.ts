import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '@turnpike/contract/usage/task'
import { promptOf, resultOf } from './task-result.ts'

const row = (changes: Partial<Task>): Task => ({
  id: 1,
  user_id: 2,
  username: '',
  channel_id: 0,
  action: 'MUSIC',
  status: 'SUCCESS',
  progress: '100%',
  fail_reason: '',
  quota: 0,
  refunded: 0,
  ended_by: 'success',
  request_id: 'r',
  can_cancel: false,
  can_retry: false,
  created_at: 0,
  updated_at: 0,
  task_id: 't',
  platform: 'suno',
  submit_time: 0,
  start_time: 0,
  finish_time: 0,
  properties: {},
  data: null,
  ...changes,
})

test('both clips of a song are shown, one without a sound is not', () => {
  const clip = {
    id: 'c1',
    title: 'Rain',
    audio_url: 'https://a/1.mp3',
    image_url: 'https://a/1.png',
    video_url: '',
    metadata: { tags: 'slow', prompt: '[Verse]', duration: 122.4 },
  }
  const result = resultOf(
    row({ data: [clip, { ...clip, id: 'c2', metadata: null }, { ...clip, id: 'c3', audio_url: '' }] }),
  )
  assert.ok(result?.kind === 'songs')
  assert.deepEqual(result.clips, [
    {
      id: 'c1',
      title: 'Rain',
      tags: 'slow',
      lyrics: '[Verse]',
      audio: 'https://a/1.mp3',
      cover: 'https://a/1.png',
      video: '',
      seconds: 122.4,
    },
    {
      id: 'c2',
      title: 'Rain',
      tags: '',
      lyrics: '',
      audio: 'https://a/1.mp3',
      cover: 'https://a/1.png',
      video: '',
      seconds: 0,
    },
  ])
  assert.equal(
    resultOf(row({ status: 'IN_PROGRESS', data: [clip] }))?.kind,
    'songs',
    'a song is heard while it is made',
  )
})

test('lyrics are shown once there are some, a video once it is finished', () => {
  assert.deepEqual(resultOf(row({ action: 'LYRICS', data: { title: 'Rain', text: 'drops' } })), {
    kind: 'lyrics',
    title: 'Rain',
    text: 'drops',
  })
  assert.equal(resultOf(row({ action: 'LYRICS', data: { title: '', text: '' } })), undefined)
  const facts = { model: 'sora-2', size: '1280x720', seconds: '8' }
  const video = { object: 'video', ...facts }
  assert.deepEqual(resultOf(row({ platform: 'video', action: 'GENERATE', data: video })), { kind: 'video', ...facts })
  assert.equal(resultOf(row({ platform: 'video', data: { object: 'video.deleted' } })), undefined)
  assert.equal(resultOf(row({ platform: 'video', status: 'IN_PROGRESS', data: video })), undefined)
})

test('a report of any other shape shows nothing', () => {
  for (const data of [null, undefined, 7, 'text', {}, [null, 7, { audio_url: 7 }], [[]]])
    for (const action of ['MUSIC', 'LYRICS', 'NEWER']) assert.equal(resultOf(row({ action, data })), undefined)
  assert.equal(promptOf(row({ properties: { input: 7 } })), '')
  assert.equal(promptOf(row({ properties: { input: 'rain' } })), 'rain')
})
