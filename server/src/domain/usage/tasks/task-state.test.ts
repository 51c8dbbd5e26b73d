import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextState, type TaskReport, type TaskState } from './task-state.ts'

const now = 1_000_000
const running: TaskState = {
  status: 'IN_PROGRESS',
  progress: '40%',
  fail_reason: '',
  ended_by: '',
  start_time: 5,
  finish_time: 0,
  data: '{"a":1}',
}

const cases: [what: string, report: TaskReport, expected: Partial<TaskState> | undefined][] = [
  ['a report of the same state says nothing', { status: 'IN_PROGRESS', progress: '40%', data: { a: 1 } }, undefined],
  ['an older report is not believed', { status: 'QUEUED', progress: '90%' }, undefined],
  ['neither is one of an unknown state', { status: 'UNKNOWN', data: { a: 2 } }, undefined],
  ['progress moves', { status: 'IN_PROGRESS', progress: '60%' }, { progress: '60%' }],
  ['only an end is all of it', { status: 'IN_PROGRESS', progress: '100%' }, { progress: '99%' }],
  ['what is no percentage is none', { status: 'IN_PROGRESS', progress: 'almost' }, undefined],
  ['the first start stays', { status: 'IN_PROGRESS', start_time: 9, progress: '41%' }, { progress: '41%' }],
  [
    'a success ends it at the time that the upstream names',
    { status: 'SUCCESS', finish_time: 77, data: { b: 2 } },
    { status: 'SUCCESS', progress: '100%', ended_by: 'success', finish_time: 77, data: '{"b":2}' },
  ],
  [
    'a failure without a time ends now',
    { status: 'FAILURE', fail_reason: 'blocked' },
    { status: 'FAILURE', progress: '100%', ended_by: 'failed', fail_reason: 'blocked', finish_time: now },
  ],
  [
    'a reason is a failure, whatever the state beside it',
    { status: 'IN_PROGRESS', progress: '50%', fail_reason: 'blocked' },
    { status: 'FAILURE', progress: '100%', ended_by: 'failed', fail_reason: 'blocked', finish_time: now },
  ],
  [
    'except beside a success',
    { status: 'SUCCESS', fail_reason: 'a warning' },
    { status: 'SUCCESS', progress: '100%', ended_by: 'success', finish_time: now },
  ],
  [
    'one that was stopped has failed',
    { isCancelled: true },
    { status: 'FAILURE', progress: '100%', ended_by: 'cancelled', fail_reason: 'cancelled', finish_time: now },
  ],
  ['what no database takes is left out', { status: 'FAILURE', fail_reason: 'a\0b' }, { fail_reason: 'ab' }],
  ['data beyond any response of an upstream is not stored', { data: 'x'.repeat(600_000) }, undefined],
]
for (const [what, report, expected] of cases)
  test(what, () => {
    const next = nextState(running, report, now)
    if (expected === undefined) assert.equal(next, undefined)
    else assert.partialDeepStrictEqual(next, expected)
    if (next && expected && !('status' in expected) && !('fail_reason' in expected))
      assert.deepEqual(next, { ...running, ...expected })
  })
