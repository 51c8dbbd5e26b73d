import type { FailureKind } from '../../../server/src/gateway/forms/failure.ts'
import type { DemoChannel } from '../cast/channels.ts'
import type { Random } from '../random.ts'

/** A failure of a channel, as its upstream reports it. */
export type Trouble = { kind: FailureKind; status: number; message: string; code?: string }

/** A bad time of one channel. Days count from the beginning of the month; 30 is today. */
type Incident = { channel: string; day: number; hours: number; percent: number; trouble: Trouble }

const rateLimited: Trouble = { kind: 'rate_limited', status: 429, message: 'Rate limit reached for requests' }
const overloaded: Trouble = { kind: 'overloaded', status: 529, message: 'Overloaded' }
const serverError: Trouble = { kind: 'overloaded', status: 500, message: 'The server had an error' }
const timedOut: Trouble = { kind: 'timeout', status: 504, message: 'the provider took too long' }
const cutOff: Trouble = { kind: 'network', status: 502, message: 'the provider could not be reached' }

/** Mistakes of the caller, which no other channel would take. */
const callerMistakes: readonly (readonly [Trouble, number])[] = [
  [
    {
      kind: 'too_long',
      status: 400,
      code: 'context_length_exceeded',
      message:
        "This model's maximum context length is 128000 tokens. However, your messages resulted in 141207 tokens.",
    },
    3,
  ],
  [{ kind: 'bad_request', status: 400, message: "Invalid value: 'temperature' must be at most 2." }, 2],
  [{ kind: 'content_refused', status: 400, message: 'Your request was rejected by the safety system.' }, 1],
]
const callerMistakePercent = 0.5

const incidents: readonly Incident[] = [
  { channel: 'OpenAI · main', day: 6.3, hours: 2, percent: 45, trouble: rateLimited },
  { channel: 'Anthropic · spare', day: 11.4, hours: 5, percent: 80, trouble: overloaded },
  { channel: 'DeepSeek', day: 16.2, hours: 9, percent: 35, trouble: timedOut },
  { channel: 'OpenAI · main', day: 21.5, hours: 1.5, percent: 70, trouble: serverError },
  { channel: 'Gemini', day: 27.6, hours: 1, percent: 60, trouble: cutOff },
  { channel: 'Anthropic · main', day: 29.5, hours: 3, percent: 30, trouble: overloaded },
]

const ordinary: readonly (readonly [Trouble, number])[] = [
  [rateLimited, 4],
  [overloaded, 3],
  [serverError, 2],
  [timedOut, 1],
  [cutOff, 1],
]

/** The failure of a call on this channel on this day; mostly none. */
export function troubleOf(channel: DemoChannel, day: number, random: Random): Trouble | undefined {
  const incident = incidents.find(
    (one) => one.channel === channel.name && day >= one.day && day < one.day + one.hours / 24,
  )
  if (incident && random.isTrue(incident.percent / 100)) return incident.trouble
  if (random.isTrue(channel.failsPercent / 100)) return random.weighted(ordinary)
  return random.isTrue(callerMistakePercent / 100) ? random.weighted(callerMistakes) : undefined
}
