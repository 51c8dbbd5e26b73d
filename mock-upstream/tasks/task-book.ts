import type { JsonObject } from '../exchange/json.ts'

/** A task that a vendor has accepted. */
export type MockTask = {
  id: string
  vendor: string
  key: string
  action: string
  prompt: string
  body: JsonObject
  /** Milliseconds of the book's clock. */
  submittedAt: number
  /** Set by a test, or by a vendor's own call. */
  ending?: 'done' | 'failed' | 'cancelled'
}

/** The phase of a task: a function of its age, its prompt and its ending. */
export type Phase = {
  name: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  percent: number
  /** Milliseconds; 0 before the event. */
  startedAt: number
  endedAt: number
  reason: string
}

/** The beginning of the year 2026, as in all responses of this server. */
const beginMs = 1_767_225_600_000
const queuedMs = 5_000
const workMs = 60_000

/**
 * The tasks of one mock upstream. Its clock stands still until a test advances it, or follows the real one. A prompt
 * with `fail this` fails at its end; one with `never end` runs for ever.
 */
export class TaskBook {
  readonly #tasks = new Map<string, MockTask>()
  readonly #runs: boolean
  #advancedMs = 0

  constructor(runs: boolean) {
    this.#runs = runs
  }

  now(): number {
    return (this.#runs ? Date.now() : beginMs) + this.#advancedMs
  }

  advance(seconds: number): void {
    this.#advancedMs += seconds * 1000
  }

  submit(task: Omit<MockTask, 'submittedAt'>): MockTask {
    const submitted = { ...task, submittedAt: this.now() }
    this.#tasks.set(keyOf(task.vendor, task.id), submitted)
    return submitted
  }

  find(vendor: string, id: string): MockTask | undefined {
    return this.#tasks.get(keyOf(vendor, id))
  }

  list(): MockTask[] {
    return [...this.#tasks.values()]
  }

  end(vendor: string, id: string, ending: NonNullable<MockTask['ending']>): void {
    const task = this.find(vendor, id)
    if (task) task.ending = ending
  }

  /** Removes a task, as if the vendor had lost it. */
  forget(vendor: string, id: string): void {
    this.#tasks.delete(keyOf(vendor, id))
  }

  phaseOf(task: MockTask): Phase {
    const age = this.now() - task.submittedAt
    const startedAt = task.submittedAt + queuedMs
    if (task.ending) return ended(task.ending, { startedAt, endedAt: this.now() })
    if (age < queuedMs) return { name: 'queued', percent: 0, startedAt: 0, endedAt: 0, reason: '' }
    const endsNever = task.prompt.includes('never end')
    if (age < queuedMs + workMs || endsNever)
      return { name: 'running', percent: percentOf(age - queuedMs), startedAt, endedAt: 0, reason: '' }
    return ended(task.prompt.includes('fail this') ? 'failed' : 'done', { startedAt, endedAt: startedAt + workMs })
  }
}

const keyOf = (vendor: string, id: string): string => `${vendor} ${id}`

const percentOf = (workedMs: number): number => Math.min(99, Math.floor((workedMs * 100) / workMs))

const ended = (name: 'done' | 'failed' | 'cancelled', times: { startedAt: number; endedAt: number }): Phase => ({
  name,
  percent: 100,
  ...times,
  reason: name === 'failed' ? 'the moderators refused it' : '',
})
