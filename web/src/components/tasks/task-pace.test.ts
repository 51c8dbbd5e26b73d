import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Drawing, Task } from '@turnpike/contract/usage/task'
import { kindOf, paceOf } from './task-pace.ts'

test('a minute is usual for a video and a song, and slow for lyrics', () => {
  assert.deepEqual([paceOf('video', 65), paceOf('song', 65), paceOf('lyrics', 65)], ['usual', 'usual', 'slow'])
  assert.deepEqual(
    [120, 121, 300, 301].map((seconds) => paceOf('drawing', seconds)),
    ['usual', 'slow', 'slow', 'long'],
  )
})

test('the kind of a task is known from its list, its platform and its action', () => {
  const drawing = (action: string) => kindOf({ mj_id: '1', action } as Drawing)
  assert.deepEqual([drawing('IMAGINE'), drawing('VIDEO')], ['drawing', 'video'])
  const task = (platform: string, action: string) => kindOf({ platform, action } as Task)
  assert.deepEqual(
    [task('suno', 'MUSIC'), task('suno', 'LYRICS'), task('video', 'GENERATE')],
    ['song', 'lyrics', 'video'],
  )
})
